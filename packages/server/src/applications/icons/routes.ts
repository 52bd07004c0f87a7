// Serves the icons of applications: pictures with the hash of their content as name, the same for everyone.

import { applicationIconPath } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import type { FindIcon } from './store.ts';

const fileName = /^[\da-f]{32}\.(png|webp)$/;

export function registerIcons(server: FastifyInstance, findIcon: FindIcon) {
  server.get<{ Params: { file: string } }>(
    applicationIconPath(':file'),
    { config: { isDataOnly: true } },
    async (request, reply) => {
      const { file } = request.params;
      const [, type] = fileName.exec(file) ?? [];
      const content = type && (await findIcon(file));
      if (!content) return reply.callNotFound();
      return reply
        .type(`image/${type}`)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'same-origin')
        .send(content);
    },
  );
}
