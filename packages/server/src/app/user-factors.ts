// Finds what a user has to reach a level: second factors, and ways to prove the identity.

import type { MethodId } from '@brama/contract/sign-in/methods';
import type { UserFactors } from '../applications/levels/step-up.ts';
import { findCountFrom, isHeldBack } from '../sessions/factor-wait.ts';
import { canSignInBy } from '../users/ways-in.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';

export type FindUserFactors = (userId: string) => Promise<UserFactors>;

export function createFindUserFactors(
  { config, db, now }: Pick<ServerDeps, 'config' | 'db' | 'now'>,
  { factors }: Pick<Core, 'factors'>,
): FindUserFactors {
  const { diia, passkey } = config.methods;
  return async (userId) => {
    const passkeys = passkey ? await factors.passkeys.listOfUser(userId) : [];
    const totp = await factors.totp.find(userId);
    const isProof = ({ identityVerifiedAt: at }: (typeof passkeys)[number]) =>
      passkey !== undefined && at !== undefined && now() - at < passkey.identityMs;
    const identityMethods: MethodId[] = [];
    if (diia && (await canSignInBy(db, userId, ['diia']))) identityMethods.push('diia');
    if (diia && passkeys.some(isProof)) identityMethods.push('passkey');
    const added = [totp?.createdAt, ...passkeys.map(({ created_at }) => created_at)];
    const countFrom = await findCountFrom(db, userId, now());
    const hasCounting = added.some(
      (addedAt) => addedAt !== undefined && !isHeldBack({ addedAt }, countFrom, now()),
    );
    return {
      hasSecondFactor: totp !== undefined || passkeys.length > 0,
      factorsCountFrom: hasCounting ? undefined : countFrom,
      maySetUpSecondFactor: (await factors.policy.policyOf(db, userId)) !== 'off',
      identityMethods,
    };
  };
}
