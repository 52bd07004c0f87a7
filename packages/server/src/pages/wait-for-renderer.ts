// Makes requests wait while the renderer of pages loads, which happens once, soon after the start.

import { paths } from '@brama/contract/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Site } from './web-build.ts';

const forMonitoring: readonly (string | undefined)[] = [paths.health, paths.ready];

/** Returns whether the response can be a page, also one about an error. */
function mayBePage({ routeOptions: { config, url } }: FastifyRequest): boolean {
  return !config.isDataOnly && !forMonitoring.includes(url);
}

/** Endpoints for programs and for monitoring do not wait. */
export function waitForRenderer(server: FastifyInstance, site: Site) {
  server.addHook('onRequest', (request, _reply, done) => {
    const loading = mayBePage(request) ? site.load() : undefined;
    if (loading !== undefined) loading.then(() => done(), done);
    else done();
  });
}
