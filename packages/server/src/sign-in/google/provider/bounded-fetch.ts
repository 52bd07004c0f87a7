// How Google is asked: nothing is followed to another address, and no answer is longer than it may be.

import type { CustomFetch } from 'openid-client';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Keys and descriptions take a few KiB. */
const maxAnswerBytes = 256 * 1024;

async function bytesOf(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // leaving the loop ends the transfer
    if (size > maxAnswerBytes) throw new TypeError('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The signal in `init` holds to the last byte. */
export function boundedFetch(fetch: Fetch): CustomFetch {
  return async (url, { body: asked, signal, ...init }) => {
    const response = await fetch(url, {
      ...init,
      ...(asked != null && { body: asked as BodyInit }),
      ...(signal && { signal }),
      redirect: 'manual',
    });
    const { status, headers } = response;
    const body = await bytesOf(response);
    return new Response(body.length > 0 ? body : null, {
      // 1xx and the like are no answer; the library says so of 500 too
      status: status >= 200 && status < 600 ? status : 500,
      headers: { 'content-type': headers.get('content-type') ?? '' },
    });
  };
}
