// Serves `/google-auth`, to which Google redirects the browser. This address has no language, so the page uses the
// remembered one. The address contains a code that only this server may receive, so the link of the language switch
// contains it encrypted.

import { languages } from '@brama/contract/paths';
import { googleAuthPage } from '@brama/contract/sign-in/google/method';
import type { FastifyInstance } from 'fastify';
import type { Encryption } from '../../../crypto/encryption.ts';
import { rawQuery } from '../../../pages/address.ts';
import { rememberedLanguage, rememberLanguage } from '../../../pages/language/language.ts';
import { sendPage } from '../../../pages/send-page.ts';
import type { Site } from '../../../pages/web-build.ts';

const context = 'answer of Google';

/** Returns a parameter, or an empty string if it is missing or repeated. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function registerGoogleAuthPage(
  server: FastifyInstance,
  { site, encryption }: { site: Site; encryption: Encryption },
) {
  server.get(`/${googleAuthPage}`, async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    // no link of the page takes Google's parameters along so that they could be read
    const address = {
      path: googleAuthPage,
      query: `?answer=${encryption.encrypt(rawQuery(request), context)}`,
      carried: '',
    };
    const props = {
      code: textOf(query['code']),
      state: textOf(query['state']),
      issuer: textOf(query['iss']),
    };
    const page = site.renderPage(googleAuthPage, rememberedLanguage(request), props, address);
    reply.header('referrer-policy', 'no-referrer');
    return sendPage(request, reply, page);
  });

  // the language switch: back to the page with what Google has sent
  for (const language of languages)
    server.get(`/${language}/${googleAuthPage}`, async (request, reply) => {
      const { answer } = request.query as Record<string, unknown>;
      const query = encryption.decrypt(textOf(answer), context);
      rememberLanguage(request, reply, language);
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      const address = query === undefined ? `/${language}/` : `/${googleAuthPage}${query}`;
      return reply.redirect(address, 303);
    });
}
