// Sends the not-found page for addresses that cannot be decoded, such as /uk/%.

import { notFoundPage } from '@brama/contract/pages/page-ids';
import { isLanguage } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageAddress } from './address.ts';
import { sendPage } from './send-page.ts';
import type { Site } from './web-build.ts';

export function createUnreadable(site: Site) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const [, language] = request.url.split(/[/?]/);
    if (!isLanguage(language)) return reply.header('cache-control', 'no-store').redirect('/', 302);
    const page = site.renderPage(notFoundPage, language, {}, pageAddress(request));
    return sendPage(request, reply, page, { status: 404 });
  };
}
