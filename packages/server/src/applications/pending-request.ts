// What a request of an application asks of the sign-in it waits for. Pure.

import type { MethodId } from '@brama/contract/login-page';
import type { Session } from '../sessions/session.ts';

export type Demands = {
  /** Signed in after this moment, epoch milliseconds. */
  after?: number | undefined;
  /** By one of these methods. */
  methods?: readonly MethodId[] | undefined;
  /** This user and no other. */
  userId?: string | undefined;
};

/** A request of an application that waits; the id is given by its protocol and cannot be guessed. */
export type PendingRequest = {
  id: string;
  applicationId: string;
  demands: Demands;
  /** The username its application expects, unproven; nobody has looked whether there is such a user. */
  loginHint?: string | undefined;
};

/** Does a session answer what a request asks for? To the millisecond: seconds would let an old one pass. */
export function satisfies(
  session: Pick<Session, 'verifiedAt' | 'method' | 'userId'>,
  { after, methods, userId }: Demands,
): boolean {
  const isFresh = after === undefined || session.verifiedAt > after;
  const isWanted = userId === undefined || session.userId === userId;
  return isFresh && isWanted && (methods?.includes(session.method) ?? true);
}
