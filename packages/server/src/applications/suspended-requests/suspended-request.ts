// A suspended authorization request: the request of an application that waits for a sign-in, and its requirements. Pure.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Level } from '@brama/contract/sign-in/methods';
import { levelsOf, signInMethodOf } from '../../sessions/assurance.ts';
import type { Session } from '../../sessions/session.ts';
import type { PairwiseSubject } from '../pairwise-subjects.ts';

export type AuthenticationRequirements = {
  /** The sign-in is after this time, in epoch milliseconds. */
  after?: number | undefined;
  /** The sign-in is by one of these methods. */
  methods?: readonly MethodId[] | undefined;
  /** The sign-in reaches one of these levels. */
  levels?: readonly Level[] | undefined;
  /** The sign-in reaches this level too: the record of the application requires it. */
  minimumLevel?: Level | undefined;
  /** Set if `methods` and `levels` are voluntary (`acr_values`): the methods that the application accepts without them. */
  methodsWithoutLevel?: readonly MethodId[] | undefined;
  /** The user continued without the voluntary level. */
  levelWaived?: boolean | undefined;
  /** Only this user. */
  userId?: string | undefined;
  /** Only the user with this pairwise subject in this sector. */
  subject?: { sector: string; sub: string } | undefined;
};

/** The protocol chooses the id, which must not be guessable. */
export type AuthorizationRequest = {
  id: string;
  applicationId: string;
  requirements: AuthenticationRequirements;
  /** Username that the application expects. Not verified: there may be no such user. */
  loginHint?: string | undefined;
};

type SignInOfSession = Pick<Session, 'verifiedAt' | 'method' | 'amr' | 'identityVerifiedAt'>;

type LevelRequirements = Pick<AuthenticationRequirements, 'levels' | 'minimumLevel'>;

/** Returns the levels that a sign-in misses: it must reach one of each set. */
export function missingLevels(
  session: SignInOfSession,
  { levels, minimumLevel }: LevelRequirements,
): (readonly Level[])[] {
  const reached = levelsOf(session);
  return [levels, minimumLevel && [minimumLevel]].flatMap((wanted) =>
    wanted === undefined || wanted.some((one) => reached.includes(one)) ? [] : [wanted],
  );
}

/**
 * Checks time, method and level. Compares milliseconds, because in whole seconds an older sign-in would pass. A recovery is none of the
 * methods.
 */
export function meetsSignInRequirements(
  session: SignInOfSession,
  {
    after,
    methods,
    ...levels
  }: Pick<AuthenticationRequirements, 'after' | 'methods'> & LevelRequirements,
): boolean {
  const isFresh = after === undefined || session.verifiedAt > after;
  const isStrong = missingLevels(session, levels).length === 0;
  const method = signInMethodOf(session);
  const isAccepted = !methods || (method !== undefined && methods.includes(method));
  return isFresh && isStrong && isAccepted;
}

/** Checks time, method, level and user. */
export function meetsRequirements(
  session: SignInOfSession & Pick<Session, 'userId'>,
  requirements: AuthenticationRequirements,
  pairwiseSubject: PairwiseSubject,
): boolean {
  const { userId, subject } = requirements;
  const isWanted = userId === undefined || session.userId === userId;
  const isNamed =
    subject === undefined || pairwiseSubject(subject.sector, session.userId) === subject.sub;
  return meetsSignInRequirements(session, requirements) && isWanted && isNamed;
}

/** Returns the request without its voluntary level; undefined if it has none. */
export function withLevelWaived({
  requirements,
  ...request
}: AuthorizationRequest): AuthorizationRequest | undefined {
  const { methodsWithoutLevel: methods, levels: _, ...others } = requirements;
  return methods && { ...request, requirements: { ...others, methods, levelWaived: true } };
}
