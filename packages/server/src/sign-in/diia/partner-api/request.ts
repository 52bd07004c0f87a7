// Sends one request to Diia, with a timeout and a limited response size. Every failure is a PartnerError.

import type { z } from 'zod';
import { readBounded } from '../../../outbound/bounded-body.ts';
import { errorForResponse, errorForStatus, PartnerError } from './partner-error.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type PartnerRequest<T> = {
  url: string;
  method?: 'GET' | 'POST';
  authorization: string;
  body?: unknown;
  answer: z.ZodType<T>;
};

const maxResponseBytes = 64 * 1024;

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Maps an error of the transport. The error itself is dropped, because some errors contain the URL, which is secret. */
function errorForTransport(error: unknown): PartnerError {
  if (error instanceof PartnerError) return error;
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError' || name === 'AbortError') return new PartnerError('timeout');
  const code = cause?.code;
  return new PartnerError(
    'unreachable',
    typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : undefined,
  );
}

/** `timeoutMs` applies to the whole response, to its last byte. @throws {PartnerError} */
export async function sendRequest<T>(
  fetch: Fetch,
  question: PartnerRequest<T>,
  timeoutMs: number,
): Promise<T> {
  const { url, method = 'GET', authorization, body, answer } = question;
  const headers = {
    accept: 'application/json',
    authorization,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const exchange = async () => {
    const response = await fetch(url, {
      method,
      headers,
      // a redirect would send our secrets to another address
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const bytes = await readBounded(response, maxResponseBytes);
    if (!bytes) throw new PartnerError('answer-too-large');
    return { status: response.status, body: json(bytes) };
  };
  const received = await exchange().catch((error: unknown) =>
    Promise.reject(errorForTransport(error)),
  );
  if (received.status !== 200) throw errorForStatus(received.status, received.body);
  const parsed = answer.safeParse(received.body);
  if (!parsed.success) throw errorForResponse(received.body);
  return parsed.data;
}
