// Sends the signature to the partner as Diia does: multipart/mixed to the registered address.

import { randomUUID } from 'node:crypto';
import type { Deed } from './actions.ts';

export type CallbackResult = { status: number; success: boolean | undefined };

const timeoutMs = 10_000;

async function send(url: string, requestId: string, signature: Buffer): Promise<CallbackResult> {
  const data = JSON.stringify({ requestId, signature: signature.toString('base64') });
  const boundary = `----diia-${randomUUID()}`;
  const body = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="encodeData"',
    'Content-Type: text/plain',
    '',
    Buffer.from(data).toString('base64'),
    `--${boundary}--`,
    '',
  ].join('\r\n');
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': `multipart/mixed; boundary=${boundary}`,
      'x-document-request-trace-id': requestId,
      'x-diia-id-action': 'auth',
    },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { success } = (await answer.json().catch(() => ({}))) as { success?: boolean };
  return { status: answer.status, success };
}

/**
 * Sends the signature as often as `times` says. Returns the response to each call; a failed connection has the status
 * 0.
 */
export async function tellPartner(
  url: string,
  requestId: string,
  { signature, times }: Deed,
): Promise<CallbackResult[]> {
  const results: CallbackResult[] = [];
  for (let i = 0; i < times; i += 1)
    results.push(
      await send(url, requestId, signature).catch(() => ({ status: 0, success: undefined })),
    );
  return results;
}
