// Serves the OpenAPI document and the reference page, for everyone. What they need is loaded with the first request.

import { openApiPath, referencePath } from '@brama/contract/admin/paths';
import type { FastifyInstance } from 'fastify';

/** They are the same until the server restarts. */
const caching = 'public, max-age=300';

export function registerReference(
  server: FastifyInstance,
  { cookieName, origin }: { cookieName: string; origin: string },
): void {
  const readDocument = async () => (await import('../openapi.ts')).openApiDocument(cookieName);
  let document: string | undefined;
  let page: string | undefined;
  server.get(openApiPath, async (_request, reply) => {
    document ??= JSON.stringify(await readDocument());
    return reply
      .header('cache-control', caching)
      .type('application/json; charset=utf-8')
      .send(document);
  });
  server.get(referencePath, async (_request, reply) => {
    page ??= (await import('./page.ts')).referencePage(await readDocument(), origin);
    return reply.header('cache-control', caching).type('text/html; charset=utf-8').send(page);
  });
  server.get(`${referencePath}.css`, async (_request, reply) => {
    const { referenceStyle } = await import('./style.ts');
    return reply
      .header('cache-control', caching)
      .type('text/css; charset=utf-8')
      .send(referenceStyle);
  });
}
