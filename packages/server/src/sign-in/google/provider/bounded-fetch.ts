// Requests to Google: no redirects are followed, and the length of responses is limited.

import type { CustomFetch } from 'openid-client';
import { readBounded } from '../../../outbound/bounded-body.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Keys and metadata take a few KiB. */
const maxResponseBytes = 256 * 1024;

/** The signal in `init` applies to the whole response, to its last byte. */
export function boundedFetch(fetch: Fetch): CustomFetch {
  return async (url, { body: requestBody, signal, ...init }) => {
    const response = await fetch(url, {
      ...init,
      ...(requestBody != null && { body: requestBody as BodyInit }),
      ...(signal && { signal }),
      redirect: 'manual',
    });
    const { status, headers } = response;
    const body = await readBounded(response, maxResponseBytes);
    if (!body) throw new TypeError('the answer is too large');
    return new Response(body.length > 0 ? body : null, {
      // `Response` rejects 1xx; the library reports 500 as an error too
      status: status >= 200 && status < 600 ? status : 500,
      headers: { 'content-type': headers.get('content-type') ?? '' },
    });
  };
}
