// Stores in a cookie to which page a user returns after a sign-in or after changing a password. Meanwhile the user may leave the site to
// sign in with Google, or to open an email. The cookie names no user.

import { consolePath } from '@brama/contract/admin/paths';
import { accountPath } from '@brama/contract/pages/account/sections';
import { reauthenticationPages, returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hostCookie } from './host-cookie.ts';

/** Paths below the language. */
const returnPages: readonly string[] = [accountPath, ...Object.values(reauthenticationPages)];

/** An address of the console, such as `admin/users?q=…`. It cannot lead to another site, because it follows `/{lng}/`. */
const consoleStarts = [`${consolePath}/`, `${consolePath}?`];
/** Characters of an address, because the browser may send any others. */
const addressForm = /^[!-~]{1,1000}$/;

/** Returns whether a user may return to this path or address below the language. */
function isReturnPage(page: string): boolean {
  if (returnPages.includes(page)) return true;
  if (!addressForm.test(page)) return false;
  return page === consolePath || consoleStarts.some((start) => page.startsWith(start));
}

const signInSeconds = 600;
/** The lifetime of a password reset link. */
const emailSeconds = 1800;
/** Browsers accept cookies of 4 KiB. */
const maxQueryLength = 3000;

export function createReturnToCookie(secure: boolean) {
  const cookie = hostCookie('way_back', { secure });

  function readOnce(request: FastifyRequest, reply: FastifyReply): string | undefined {
    const value = cookie.read(request);
    if (value !== undefined) cookie.clear(reply);
    return value;
  }

  return {
    /** Remembers the page while the user signs in. */
    rememberPage(reply: FastifyReply, page: string) {
      if (isReturnPage(page)) cookie.set(reply, page, signInSeconds);
    },

    /** Returns the path below the language of the remembered page, and clears the cookie. */
    takePage(request: FastifyRequest, reply: FastifyReply): string | undefined {
      const value = readOnce(request, reply);
      return value !== undefined && isReturnPage(value) ? value : undefined;
    },

    /** Remembers the return parameters while the user opens an email. `query` begins with `?` or is empty. */
    rememberReturnParams(reply: FastifyReply, query: string) {
      if (query !== '' && query.length <= maxQueryLength) cookie.set(reply, query, emailSeconds);
    },

    /** Returns the remembered parameters and `extra` as a query, and clears the cookie. */
    takeReturnParams(request: FastifyRequest, reply: FastifyReply, extra: Record<string, string>) {
      return returnQuery(readOnce(request, reply) ?? '', extra);
    },
  };
}

export type ReturnToCookie = ReturnType<typeof createReturnToCookie>;
