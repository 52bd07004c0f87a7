// Addresses that cannot be decoded, such as /uk/%: for people they are unknown pages like any other.

import { notFoundPage } from '@brama/contract/built-pages';
import { carriedQuery } from '@brama/contract/carried';
import { isLanguage } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rawPathBelowLanguage, rawQuery } from './address.ts';
import { sendPage } from './send-page.ts';
import type { Site } from './site.ts';

export function createUnreadable(site: Site) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const [, language] = request.url.split(/[/?]/);
    if (!isLanguage(language)) return reply.header('cache-control', 'no-store').redirect('/', 302);
    const query = rawQuery(request);
    const path = rawPathBelowLanguage(request);
    const filling = { query, carried: carriedQuery(query), path };
    const page = site.screenPage(language, notFoundPage, filling);
    return sendPage(request, reply, page, { status: 404 });
  };
}
