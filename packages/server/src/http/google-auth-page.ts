// The page Google leads back to. It stands outside the languages, so the remembered one is taken; its address
// holds a code, which goes nowhere from here but to us.

import { googleAuthPage } from '@brama/contract/built-pages';
import type { FastifyInstance } from 'fastify';
import { rememberedLanguage } from './language.ts';
import { sendPage } from './send-page.ts';
import type { Site } from './site.ts';

/** One that is given twice is nobody's. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function registerGoogleAuthPage(server: FastifyInstance, site: Site) {
  server.get(`/${googleAuthPage}`, async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    // no link of the page takes Google's parameters along
    const page = site.screenPage(rememberedLanguage(request), googleAuthPage, {
      authCode: textOf(query['code']),
      authState: textOf(query['state']),
      authIssuer: textOf(query['iss']),
    });
    reply.header('referrer-policy', 'no-referrer');
    return sendPage(request, reply, page);
  });
}
