// The secret of an authenticator app that is not confirmed yet. The server does not store it. The form of the page contains it,
// encrypted and bound to the user and to the session or the sign-in.

import type { Encryption } from '../../crypto/encryption.ts';
import { newTotpSecret } from '../../factors/totp.ts';

/** For whom an enrolment is. */
export type EnrolmentOwner = {
  /** Id of the session or of the pending sign-in. */
  id: string;
  userId: string;
};

export type Enrolment = { secret: string; offeredAt: number };

const lifetimeMs = 10 * 60_000;

/** Longer than any encrypted enrolment. */
const maxLength = 512;

const contextOf = ({ id, userId }: EnrolmentOwner) => `TOTP enrolment of ${id} ${userId}`;

type Deps = { encryption: Encryption; now: () => number };

export async function newEnrolment({ now }: Pick<Deps, 'now'>): Promise<Enrolment> {
  return { secret: await newTotpSecret(), offeredAt: now() };
}

export function encryptEnrolment(
  { encryption }: Pick<Deps, 'encryption'>,
  owner: EnrolmentOwner,
  { secret, offeredAt }: Enrolment,
): string {
  return encryption.encrypt(`${offeredAt} ${secret}`, contextOf(owner));
}

/** Returns undefined if the text was altered, is for another owner, or is older than ten minutes. */
export function decryptEnrolment(
  { encryption, now }: Deps,
  owner: EnrolmentOwner,
  text: string,
): Enrolment | undefined {
  if (text.length > maxLength) return undefined;
  const [time, secret] = encryption.decrypt(text, contextOf(owner))?.split(' ') ?? [];
  if (secret === undefined || now() - Number(time) >= lifetimeMs) return undefined;
  return { secret, offeredAt: Number(time) };
}
