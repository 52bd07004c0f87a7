// Registers the administration API. `admin-api.ts` is loaded with its first request.

import type { FastifyInstance } from 'fastify';
import { registerReference } from '../admin/reference/routes.ts';
import { registerAdminApi } from '../admin/routes.ts';
import type { AdminAreas } from './admin-api.ts';
import type { ServerDeps } from './deps.ts';

export async function registerAdmin(
  server: FastifyInstance,
  deps: ServerDeps,
  areas: AdminAreas,
): Promise<void> {
  const { config, site } = deps;
  const { cookieName } = areas.core.sessionCookie;
  registerReference(server, { cookieName, origin: config.baseUrl });
  await registerAdminApi(server, {
    site,
    load: async () => (await import('./admin-api.ts')).composeAdmin(deps, areas),
  });
}
