// Registers the administration API. `compose.ts` is loaded with its first request.

import { adminPath } from '@brama/contract/admin/paths';
import { isErrorCode } from '@brama/contract/errors';
import type { FastifyInstance } from 'fastify';
import { ApprovalStore } from '../../admin/approvals/approval-store.ts';
import { IdempotentRequests } from '../../admin/idempotency.ts';
import { createProblemHandler, type DescribeError } from '../../admin/problem.ts';
import { registerReference } from '../../admin/reference/routes.ts';
import { registerAdminApi } from '../../admin/routes.ts';
import { TokenStore } from '../../admin/tokens/token-store.ts';
import type { ErrorPages } from '../../http/replies.ts';
import type { Site } from '../../pages/web-build.ts';
import type { ServerDeps } from '../deps.ts';
import type { AdminAreas } from './compose.ts';

const minuteSeconds = 60;

function createDescribeError({ translate }: Pick<Site, 'translate'>): DescribeError {
  return (code, language, retryAfterSeconds = 0) => {
    const t = translate(language);
    if (code === 'request.too-many' && retryAfterSeconds > 0)
      return retryAfterSeconds < 2 * minuteSeconds
        ? t('admin-errors:wait.seconds', { count: retryAfterSeconds })
        : t('admin-errors:wait.minutes', { count: Math.ceil(retryAfterSeconds / minuteSeconds) });
    return isErrorCode(code) ? t(`errors:codes.${code}`) : t(`admin-errors:codes.${code}`);
  };
}

/** The form of errors that occur before a route is found, such as an address that cannot be decoded. */
export const adminErrors = (site: Pick<Site, 'translate'>): ErrorPages['ownErrors'] => ({
  prefix: `${adminPath}/`,
  handle: createProblemHandler(createDescribeError(site)),
});

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
    describeError: createDescribeError(site),
    load: async () => (await import('./compose.ts')).composeAdmin(deps, areas, stores),
  });
}
