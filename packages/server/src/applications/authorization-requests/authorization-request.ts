// What a request of an application asks of the sign-in it waits for. Pure.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Session } from '../../sessions/session.ts';
import type { PairwiseSubject } from '../pairwise-subjects.ts';

export type AuthenticationRequirements = {
  /** Signed in after this moment, epoch milliseconds. */
  after?: number | undefined;
  /** By one of these methods. */
  methods?: readonly MethodId[] | undefined;
  /** Where `methods` are only a wish (a voluntary `acr_values`): the methods that are accepted without it. */
  methodsWithoutLevel?: readonly MethodId[] | undefined;
  /** The user goes on without the level that was wished for. */
  levelWaived?: boolean | undefined;
  /** This user and no other. */
  userId?: string | undefined;
  /** The user with this subject in this sector and no other; whose it is can only be tried. */
  subject?: { sector: string; sub: string } | undefined;
};

/** A request of an application that waits; the id is given by its protocol and cannot be guessed. */
export type AuthorizationRequest = {
  id: string;
  applicationId: string;
  demands: AuthenticationRequirements;
  /** The username its application expects, unproven; nobody has looked whether there is such a user. */
  loginHint?: string | undefined;
};

/** Lately enough, and by a wanted method? To the millisecond: seconds would let an old sign-in pass. */
export function meetsSignInRequirements(
  session: Pick<Session, 'verifiedAt' | 'method'>,
  { after, methods }: Pick<AuthenticationRequirements, 'after' | 'methods'>,
): boolean {
  const isFresh = after === undefined || session.verifiedAt > after;
  return isFresh && (methods?.includes(session.method) ?? true);
}

/** Does a session answer what a request asks for? */
export function meetsRequirements(
  session: Pick<Session, 'verifiedAt' | 'method' | 'userId'>,
  demands: AuthenticationRequirements,
  pairwiseSubject: PairwiseSubject,
): boolean {
  const { userId, subject } = demands;
  const isWanted = userId === undefined || session.userId === userId;
  const isNamed =
    subject === undefined || pairwiseSubject(subject.sector, session.userId) === subject.sub;
  return meetsSignInRequirements(session, demands) && isWanted && isNamed;
}

/** Returns the request as it is once its user goes on without the level; nothing where the level is no mere wish. */
export function withLevelWaived({
  demands,
  ...request
}: AuthorizationRequest): AuthorizationRequest | undefined {
  const { methodsWithoutLevel: methods, ...others } = demands;
  return methods && { ...request, demands: { ...others, methods, levelWaived: true } };
}
