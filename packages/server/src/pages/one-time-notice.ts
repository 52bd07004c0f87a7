// What the response to a form leaves for the page to which it redirects: why the form was refused. That page shows it once, so Back and
// Reload repeat neither the form nor its result. A cookie carries it, encrypted, from any node to any other.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Encryption } from '../crypto/encryption.ts';
import { noticeCookieOf } from '../http/notice-cookie.ts';

/** A browser follows the redirect at once. */
const lifetimeSeconds = 60;
/** Browsers accept cookies of 4 KiB. */
const maxLength = 3500;

const context = 'one-time notice';
const stored = z.object({ path: z.string(), at: z.number(), content: z.unknown() });

/** `path` is the path of the page that shows the notice. */
type OneTimeNotice = {
  /**
   * Leaves the notice for that page alone. A later notice replaces it; so do the start and the end of a session. Returns false for a
   * longer one than a browser keeps, which is not left.
   */
  leave(reply: FastifyReply, path: string, content: unknown): boolean;
  /** Returns the notice for this page, and deletes it. */
  take(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): { content: unknown; ageSeconds: number } | undefined;
};

declare module 'fastify' {
  interface FastifyInstance {
    oneTimeNotice: OneTimeNotice;
  }
}

type Deps = { encryption: Encryption; secure: boolean; now: () => number };

export function registerOneTimeNotice(
  server: FastifyInstance,
  { encryption, secure, now }: Deps,
): void {
  const cookie = noticeCookieOf(secure);

  function read(value: string | undefined) {
    const text = value === undefined ? undefined : encryption.decrypt(value, context);
    // an earlier release may have used another format
    return text === undefined ? undefined : stored.safeParse(JSON.parse(text)).data;
  }

  server.decorate('oneTimeNotice', {
    leave(reply, path, content) {
      const notice: z.infer<typeof stored> = { path, at: now(), content };
      const value = encryption.encrypt(JSON.stringify(notice), context);
      if (value.length > maxLength) return false;
      cookie.set(reply, value, lifetimeSeconds);
      return true;
    },
    take(request, reply, path) {
      const notice = read(cookie.read(request));
      if (notice?.path !== path) return undefined;
      cookie.clear(reply);
      const ageSeconds = Math.floor((now() - notice.at) / 1000);
      return ageSeconds < lifetimeSeconds ? { content: notice.content, ageSeconds } : undefined;
    },
  });
}
