// Serves the OpenAPI document and the reference page, for everyone.

import { openApiPath, referencePath } from '@brama/contract/admin/routes';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../openapi.ts';
import { referencePage } from './page.ts';
import { referenceStyle } from './style.ts';

/** They are the same until the server restarts. */
const caching = 'public, max-age=300';

export function registerReference(
  server: FastifyInstance,
  { cookieName, origin }: { cookieName: string; origin: string },
): void {
  let document: string | undefined;
  let page: string | undefined;
  server.get(openApiPath, (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(cookieName));
    return reply
      .header('cache-control', caching)
      .type('application/json; charset=utf-8')
      .send(document);
  });
  server.get(referencePath, (_request, reply) => {
    page ??= referencePage(openApiDocument(cookieName), origin);
    return reply.header('cache-control', caching).type('text/html; charset=utf-8').send(page);
  });
  server.get(`${referencePath}.css`, (_request, reply) =>
    reply.header('cache-control', caching).type('text/css; charset=utf-8').send(referenceStyle),
  );
}
