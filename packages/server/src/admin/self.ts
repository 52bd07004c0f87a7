// Shows callers what they may do.

import type { Queries } from '../database/connect.ts';
import type { SecondFactorRequirement } from '../factors/policy.ts';
import { type Session, strongUntil } from '../sessions/session.ts';
import type { Handlers } from './handler.ts';
import { isoTime } from './times.ts';

export type SelfDeps = {
  secondFactorOf(queries: Queries, userId: string): Promise<SecondFactorRequirement>;
  now(): number;
};

function strengthOf(session: Session, now: number): string | null {
  const until = strongUntil(session);
  return until === undefined || until < now ? null : isoTime(until);
}

export const createSelfHandlers = ({ secondFactorOf, now }: SelfDeps): Handlers<'readSelf'> => ({
  async readSelf({ actor, queries }) {
    const { user, roles, permissions } = actor;
    const { isRequired, from } = await secondFactorOf(queries, user.id);
    return {
      id: user.id,
      username: user.username,
      roles: [...roles],
      permissions: [...permissions],
      strongUntil: 'session' in actor ? strengthOf(actor.session, now()) : null,
      secondFactor: {
        required: isRequired,
        requiredFrom: from === undefined ? null : isoTime(from),
      },
    };
  },
});
