// Registers the administration API. `admin-api.ts` is loaded with its first request.

import type { FastifyInstance } from 'fastify';
import { ApprovalStore } from '../admin/approvals/approval-store.ts';
import { IdempotentRequests } from '../admin/idempotency.ts';
import { registerReference } from '../admin/reference/routes.ts';
import { registerAdminApi } from '../admin/routes.ts';
import { TokenStore } from '../admin/tokens/token-store.ts';
import type { AdminAreas } from './admin-api.ts';
import type { ServerDeps } from './deps.ts';

/** Registers the routes. */
export async function registerAdmin(
  server: FastifyInstance,
  deps: ServerDeps,
  areas: AdminAreas,
): Promise<void> {
  const { config, db, now, site } = deps;
  const { encryption, sessionCookie } = areas.core;
  const stores = {
    tokens: new TokenStore(db, now),
    approvals: new ApprovalStore(now),
    idempotentRequests: new IdempotentRequests({ db, encryption, now }),
  };
  registerReference(server, { cookieName: sessionCookie.cookieName, origin: config.baseUrl });
  await registerAdminApi(server, {
    site,
    load: async () => (await import('./admin-api.ts')).composeAdmin(deps, areas, stores),
  });
}
