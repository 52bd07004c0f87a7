// A callback of Diia, judged: the signature and our own pending request prove it, nothing else does.
// Whoever made the call and whatever its headers say counts for nothing.

import { createHash } from 'node:crypto';
import { readCallback } from './callback-body.ts';
import { createFailedSignatureLimit } from './failed-signature-limit.ts';
import { type CallbackRefusal, CallbackRefused, refuse } from './refusal.ts';
import type { DiiaRequests, PendingRequest } from './request-store.ts';
import type { Verifier } from './signature/verify.ts';

type Deps = { requests: DiiaRequests; verify: Verifier; now: () => number };

export type CallbackOutcome = 'finished' | 'repeated' | { refused: CallbackRefusal };

export function createCallbackProcessor({ requests, verify, now }: Deps) {
  const budget = createFailedSignatureLimit();

  /** The same signature may come again, for Diia repeats what it got no answer to; another may not. */
  function isRepeated({ signatureHash }: PendingRequest, hash: string): boolean {
    if (signatureHash === undefined) return false;
    return signatureHash === hash || refuse('request-used');
  }

  /** At once and to its end: no two are ever verified at the same time. */
  function verifyFor(requestId: string, { expiresAt }: PendingRequest, signature: Buffer) {
    const at = now();
    if (at >= expiresAt) refuse('request-expired');
    if (budget.isSpent(requestId)) refuse('request-refused-too-often');
    const signed = verify(signature, Buffer.from(requestId, 'base64'), at);
    if ('refused' in signed) budget.spend(requestId, expiresAt, at);
    return signed;
  }

  async function judge(body: Buffer, contentType: string): Promise<CallbackOutcome> {
    const { requestId, signature } = await readCallback(body, contentType);
    const hash = createHash('sha256').update(signature).digest('base64url');
    // before the signature: verifying costs milliseconds, and anybody may send
    const pending = (await requests.pending(requestId)) ?? refuse('request-unknown');
    if (isRepeated(pending, hash)) return 'repeated';
    const signed = verifyFor(requestId, pending, signature);
    if ('refused' in signed) return signed;
    if (await requests.finish(requestId, hash, signed.taxId)) return 'finished';
    // somebody was quicker
    const meanwhile = await requests.pending(requestId);
    return meanwhile && isRepeated(meanwhile, hash) ? 'repeated' : refuse('request-expired');
  }

  return async function processCallback(
    body: Buffer,
    contentType: string,
  ): Promise<CallbackOutcome> {
    try {
      return await judge(body, contentType);
    } catch (error) {
      if (error instanceof CallbackRefused) return { refused: error.reason };
      throw error;
    }
  };
}

export type CallbackProcessor = ReturnType<typeof createCallbackProcessor>;
