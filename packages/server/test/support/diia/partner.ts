// Simulates Diia for tests: the partner API as a `fetch`, and the callbacks that a user's phone causes.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { makeSignature, type SignatureOptions } from './cms.ts';
import { type CertificateOptions, makeIdentity, makePki, personName } from './pki.ts';

type Call = { url: string; method: string; authorization: string; body: unknown };
/** Replaces the usual response to the next call. */
type Answer = () => Response | Promise<Response>;

export const diiaSecrets = {
  acquirerToken: 'acquirer-token-hush-4711',
  authToken: 'YXV0aC10b2tlbi1odXNoLTQ3MTE=',
  sessionToken: 'session-token-hush-4711',
};

export const json = (status: number, body: unknown) => () => Response.json(body, { status });

export const multipart = (parts: string, kind = 'form-data', boundary = 'limit-7') => ({
  payload: `--${boundary}\r\n${parts}\r\n--${boundary}--\r\n`,
  headers: { 'content-type': `multipart/${kind}; boundary=${boundary}` },
});

export const part = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

export const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64');

/** Returns a callback in Diia's format. */
export function callbackOf(requestId: string, signature: Buffer, kind?: string) {
  const data = encoded({ requestId, signature: signature.toString('base64') });
  return multipart(part('encodeData', data), kind);
}

export function createTestDiia(now: number) {
  const { authority } = makePki(now);
  const calls: Call[] = [];
  const next: Answer[] = [];
  let serial = 10;

  function usual(path: string): Response {
    if (path.startsWith('/api/v1/auth/acquirer/'))
      return Response.json({ token: diiaSecrets.sessionToken });
    if (path.endsWith('/offer-request/dynamic'))
      return Response.json({ deeplink: `https://diia.app/acquirers/branch/b/${calls.length}` });
    return Response.json({ _id: `id-${calls.length}` });
  }

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    const { authorization = '' } = init.headers as Record<string, string>;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    calls.push({ url, method: init.method ?? 'GET', authorization, body });
    const answer = next.shift();
    return answer ? answer() : usual(new URL(url).pathname);
  }

  /** Makes a user with a certificate of the pinned authority. `number`: the subject's serialNumber. */
  function person(number: string | undefined, options: Partial<CertificateOptions> = {}) {
    serial += 1;
    return makeIdentity({
      now,
      issuer: authority,
      serial,
      subject: personName(number),
      ...options,
    });
  }

  /** Signs a request as this user's phone does. */
  function sign(requestId: string, options: Omit<SignatureOptions, 'digest'>): Buffer {
    return makeSignature({ digest: Buffer.from(requestId, 'base64'), ...options });
  }

  const env = {
    DIIA_HOST: 'https://api2.diia.example',
    DIIA_ACQUIRER_TOKEN: diiaSecrets.acquirerToken,
    DIIA_AUTH_TOKEN: diiaSecrets.authToken,
    DIIA_BRANCH_ID: 'branch-1',
    DIIA_OFFER_ID: 'offer-1',
  };

  /** Returns all settings. Writes the authority's certificate to a folder that the test run deletes. */
  function makeEnv() {
    const ofRun = dirname(inject('databaseTemplates').sqliteFile);
    const folder = mkdtempSync(join(ofRun, 'diia-'));
    writeFileSync(join(folder, 'authority.der'), authority.der);
    return { ...env, DIIA_CA_DIR: folder };
  }

  return {
    env,
    makeEnv,
    fetch,
    calls,
    next,
    person,
    sign,
  };
}
