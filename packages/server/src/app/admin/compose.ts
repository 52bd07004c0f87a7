// Composes the administration API: passes it the parts of the other areas.

import type { FastifyInstance } from 'fastify';
import { composeAdminApi } from '../../admin/api/compose.ts';
import type { Core } from '../core.ts';
import type { ServerDeps } from '../deps.ts';
import { revokeUsers } from '../revoke-users.ts';

/** Registers the routes. Returns the tasks of the cleanup job. */
export function composeAdmin(
  server: FastifyInstance,
  { db, now }: Pick<ServerDeps, 'db' | 'now'>,
  core: Core,
) {
  return composeAdminApi(server, {
    ...{ db, now },
    encryption: core.encryption,
    events: core.events.store,
    limits: core.requestLimits,
    searchTexts: core.searchTexts,
    sessionCookie: core.sessionCookie,
    sessions: core.sessions,
    revokeUsers,
  });
}
