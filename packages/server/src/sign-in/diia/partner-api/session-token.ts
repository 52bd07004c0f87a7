// The session token for Diia's partner API: cached for a little less than its two hours, requested again after a 401.

import { z } from 'zod';
import type { DiiaPartner } from '../settings.ts';
import { PartnerError } from './partner-error.ts';
import { type Fetch, sendRequest } from './request.ts';

const tokenAnswer = z.object({ token: z.string().regex(/^[\w.~+/=-]{1,4096}$/) });

/** The token is valid for two hours. */
const cacheMs = 115 * 60_000;

type Deps = { partner: DiiaPartner; fetch: Fetch; now: () => number; timeoutMs: number };
type CachedToken = { token: Promise<string>; until: number };

export function createSessionToken({ partner, fetch, now, timeoutMs }: Deps) {
  let cached: CachedToken | undefined;

  async function get(): Promise<string> {
    const answer = await sendRequest(
      fetch,
      {
        // the path contains the secret: this URL must not be logged
        url: `${partner.host}/api/v1/auth/acquirer/${encodeURIComponent(partner.acquirerToken)}`,
        authorization: `Basic ${partner.authToken}`,
        answer: tokenAnswer,
      },
      timeoutMs,
    );
    return answer.token;
  }

  /** Simultaneous calls share one request. A failed one is not cached. */
  function current(): CachedToken {
    if (cached && now() < cached.until) return cached;
    const fresh: CachedToken = { token: get(), until: now() + cacheMs };
    fresh.token.catch(() => drop(fresh));
    cached = fresh;
    return fresh;
  }

  /** Keeps a newer token. */
  function drop(old: CachedToken) {
    if (cached === old) cached = undefined;
  }

  return {
    /** Runs a call with the token. If Diia rejects the token, runs the call once more with a new one. */
    async use<T>(call: (token: string) => Promise<T>): Promise<T> {
      const first = current();
      try {
        return await call(await first.token);
      } catch (error) {
        if (!(error instanceof PartnerError) || error.code !== 'unauthorized') throw error;
        drop(first);
        return call(await current().token);
      }
    },
  };
}
