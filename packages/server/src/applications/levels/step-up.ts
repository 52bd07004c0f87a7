// Decides what a signed-in user provides for a request that the session does not meet: only what is missing. Pure.

import type { Level, MethodId } from '@brama/contract/sign-in/methods';
import { isRecovered } from '../../sessions/assurance.ts';
import type { Session } from '../../sessions/session.ts';
import type { PairwiseSubject } from '../pairwise-subjects.ts';
import {
  type AuthenticationRequirements,
  meetsRequirements,
  missingLevels,
} from '../suspended-requests/suspended-request.ts';

/** What the user has. */
export type UserFactors = {
  /** An authenticator app or a passkey. */
  hasSecondFactor: boolean;
  /** From when new second factors count; undefined if they do, or if the user has an older one. After a sign-in with Diia all count. */
  factorsCountFrom: number | undefined;
  /** The policy for the user is not `off`. */
  maySetUpSecondFactor: boolean;
  /** The methods by which this user can prove the identity. */
  identityMethods: readonly MethodId[];
};

/** Why the user cannot reach the level yet. */
export type Obstacle = 'no-second-factor' | 'factors-wait' | 'no-identity-proof';

/** `sign-in`: the sign-in page with these methods, all that the application accepts if undefined. */
export type StepUp =
  | { kind: 'sign-in'; methods?: readonly MethodId[] | undefined }
  | { kind: 'second-factor' }
  | { kind: 'obstacle'; obstacle: Obstacle };

const mfa: Level = 'urn:brama:acr:mfa';
const identity: Level = 'urn:brama:acr:2';

type LevelSets = ReturnType<typeof missingLevels>;

const allInclude = (sets: LevelSets, level: Level) => sets.every((one) => one.includes(level));

/** Returns what a user provides who only needs a second factor. */
function bySecondFactor(
  { method }: Session,
  missing: LevelSets,
  { hasSecondFactor, factorsCountFrom }: UserFactors,
  proving: readonly MethodId[],
): StepUp {
  const mustWait = factorsCountFrom !== undefined && method !== 'diia';
  if (hasSecondFactor && !mustWait) return { kind: 'second-factor' };
  // the request also accepts the proof of identity
  if (allInclude(missing, identity) && proving.length > 0)
    return { kind: 'sign-in', methods: proving };
  return { kind: 'obstacle', obstacle: mustWait ? 'factors-wait' : 'no-second-factor' };
}

/**
 * Returns how the user of a session meets requirements that the session does not meet. A request for a later sign-in or another
 * user always needs a whole sign-in. So does a recovered session whose user has a second factor.
 */
export function stepUpFor(
  session: Session,
  requirements: AuthenticationRequirements,
  factors: UserFactors,
  pairwiseSubject: PairwiseSubject,
): StepUp {
  const { methods, userId, subject } = requirements;
  const isMet = (some: AuthenticationRequirements) =>
    meetsRequirements(session, some, pairwiseSubject);
  const missing = missingLevels(session, requirements);
  if (missing.length === 0 || !isMet({ userId, subject })) return { kind: 'sign-in', methods };
  const proving = factors.identityMethods.filter((id) => methods?.includes(id) ?? true);
  if (!allInclude(missing, mfa))
    return proving.length > 0
      ? { kind: 'sign-in', methods: proving }
      : { kind: 'obstacle', obstacle: 'no-identity-proof' };
  const isRestMet = isMet({ ...requirements, levels: undefined, minimumLevel: undefined });
  const byFactor = bySecondFactor(session, missing, factors, proving);
  const isWhole = !isRestMet || (byFactor.kind === 'second-factor' && isRecovered(session));
  return isWhole ? { kind: 'sign-in', methods } : byFactor;
}
