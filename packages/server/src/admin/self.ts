// Shows callers what they may do.

import type { SecondFactors } from '../factors/policy.ts';
import { type Session, strongUntil } from '../sessions/session.ts';
import type { Handlers } from './handler.ts';
import { isoTime } from './times.ts';

export type SelfDeps = {
  secondFactors: SecondFactors;
  now(): number;
};

function strengthOf(session: Session, now: number): string | null {
  const until = strongUntil(session);
  return until === undefined || until < now ? null : isoTime(until);
}

export const createSelfHandlers = ({ secondFactors, now }: SelfDeps): Handlers<'readSelf'> => ({
  async readSelf({ actor, queries }) {
    const { user, roles, permissions } = actor;
    const { isRequired, from } = await secondFactors.requirementOf(queries, user.id);
    return {
      id: user.id,
      username: user.username,
      roles: [...roles],
      groups: [...user.groups],
      permissions: [...permissions],
      strongUntil: 'session' in actor ? strengthOf(actor.session, now()) : null,
      secondFactor: {
        required: isRequired,
        requiredFrom: from === undefined ? null : isoTime(from),
      },
    };
  },
});
