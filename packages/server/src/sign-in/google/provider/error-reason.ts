// Why a call of Google failed: words for the log, and a fault for administrators. Errors of the library contain whole responses, which
// must not be logged or shown.

import type { ProviderFault } from '@brama/contract/admin/system/status';
import { faultOfCode } from '../../../outbound/provider-outcomes.ts';

type ErrorFields = {
  code?: unknown;
  error?: unknown;
  claim?: unknown;
  name?: unknown;
  /** Of a response. */
  status?: unknown;
  cause?: unknown;
};

const maxDepth = 5;

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^\w{1,60}$/.test(value);

function* causesOf(error: unknown): Generator<ErrorFields> {
  let cause = error;
  for (let depth = 0; depth < maxDepth && typeof cause === 'object' && cause !== null; depth += 1) {
    yield cause as ErrorFields;
    cause = (cause as ErrorFields).cause;
  }
}

/** Returns the OAuth error, the codes and the rejected claim of an error and its causes. */
export function errorReason(error: unknown): string {
  const words: string[] = [];
  for (const { code, error: oauth, claim, name } of causesOf(error))
    for (const word of [oauth, code, claim, name === 'TimeoutError' ? name : undefined])
      if (isWord(word) && !words.includes(word)) words.push(word);
  return words.join(' ') || 'unknown';
}

function faultOfOne({ code, error, name, status }: ErrorFields): ProviderFault | undefined {
  if (error === 'invalid_client' || status === 401) return 'credentials';
  if (name === 'TimeoutError') return 'timeout';
  if (typeof status === 'number' && status >= 500) return 'unavailable';
  // codes of the library name what is wrong with an answer
  return typeof code === 'string' && !code.startsWith('OAUTH_') ? faultOfCode(code) : undefined;
}

/** Returns the fault that Google, the network or the settings caused; undefined for an answer that a wrong request causes too. */
export function faultOf(error: unknown): ProviderFault | undefined {
  for (const one of causesOf(error)) {
    const fault = faultOfOne(one);
    if (fault) return fault;
  }
  return undefined;
}
