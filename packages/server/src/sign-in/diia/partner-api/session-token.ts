// The session token of a partner at Diia: got once, kept just under its two hours, got anew after a 401.

import { z } from 'zod';
import type { DiiaPartner } from '../settings.ts';
import { PartnerError } from './partner-error.ts';
import { type Fetch, sendRequest } from './request.ts';

const tokenAnswer = z.object({ token: z.string().regex(/^[\w.~+/=-]{1,4096}$/) });

/** It lives two hours there. */
const keptMs = 115 * 60_000;

type Deps = { partner: DiiaPartner; fetch: Fetch; now: () => number; timeoutMs: number };
type Kept = { token: Promise<string>; until: number };

export function createSessionToken({ partner, fetch, now, timeoutMs }: Deps) {
  let kept: Kept | undefined;

  async function get(): Promise<string> {
    const answer = await sendRequest(
      fetch,
      {
        // the secret stands in the path: this address must reach no log
        url: `${partner.host}/api/v1/auth/acquirer/${encodeURIComponent(partner.acquirerToken)}`,
        authorization: `Basic ${partner.authToken}`,
        answer: tokenAnswer,
      },
      timeoutMs,
    );
    return answer.token;
  }

  /** One question for all who wait; a failed one is forgotten. */
  function current(): Kept {
    if (kept && now() < kept.until) return kept;
    const fresh: Kept = { token: get(), until: now() + keptMs };
    fresh.token.catch(() => drop(fresh));
    kept = fresh;
    return fresh;
  }

  /** Unless somebody has got a newer one meanwhile. */
  function drop(old: Kept) {
    if (kept === old) kept = undefined;
  }

  return {
    /** Runs a call with the token; when it is refused, once more with a new one. */
    async use<T>(call: (token: string) => Promise<T>): Promise<T> {
      const first = current();
      try {
        return await call(await first.token);
      } catch (error) {
        if (!(error instanceof PartnerError) || error.fault !== 'unauthorized') throw error;
        drop(first);
        return call(await current().token);
      }
    },
  };
}
