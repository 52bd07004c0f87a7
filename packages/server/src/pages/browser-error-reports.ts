// Receives errors of pages in browsers and logs them with their reference code, which support searches for.

import { pageErrorReport } from '@brama/contract/api/page-errors';
import { paths } from '@brama/contract/paths';
import { emptyResponse } from '@brama/contract/sign-in/schemas';
import type { FastifyInstance } from 'fastify';
import { typed } from '../http/server.ts';

/**
 * Returns the text on one line, without control characters. Any client may send reports, and control characters could
 * change a terminal.
 */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}

/** Limits the log if a page fails for all users at once. */
const linesPerMinute = 60;

export function registerPageErrors(server: FastifyInstance, now: () => number) {
  let minute = 0;
  let lines = 0;
  typed(server).post(
    paths.pageErrors,
    { schema: { body: pageErrorReport, response: { 200: emptyResponse } } },
    async (request) => {
      const { reference, page, message } = request.body;
      const current = Math.floor(now() / 60_000);
      lines = current === minute ? lines + 1 : 1;
      minute = current;
      if (lines > linesPerMinute) return {};
      request.log.warn(
        { reference, page: printable(page), message: printable(message) },
        'a page broke in a browser',
      );
      return {};
    },
  );
}
