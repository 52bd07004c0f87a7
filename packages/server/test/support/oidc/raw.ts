// Requests that no client library would send, and short descriptions of the responses.

import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { newSecret } from '../../../src/crypto/secrets.ts';
import type { Stop } from '../browser.ts';

export type Party = { id: string; secret?: string; callback: string };
/** An array repeats a parameter; undefined leaves it out. */
export type Fields = Record<string, string | readonly string[] | undefined>;

export const form = { 'content-type': 'application/x-www-form-urlencoded' };

export function formOf(fields: Fields): string {
  const encoded = new URLSearchParams();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values ?? []].flat()) encoded.append(name, value);
  return `${encoded}`;
}

export const challengeOf = (verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url');

export function basicOf({ id, secret = '' }: Pick<Party, 'id' | 'secret'>): Record<string, string> {
  const credentials = [id, secret].map(encodeURIComponent).join(':');
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Returns a valid authorization request, with changes. */
export function attemptOf(party: Party, changes: Fields = {}) {
  const verifier = newSecret();
  const fields: Fields = {
    client_id: party.id,
    response_type: 'code',
    redirect_uri: party.callback,
    scope: 'openid profile',
    state: newSecret(),
    nonce: newSecret(),
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...changes,
  };
  return { party, verifier, fields, address: `/oidc/auth?${formOf(fields)}` };
}

export type Attempt = ReturnType<typeof attemptOf>;

/** Returns the status, and the error code if there is one: ours or that of OAuth. */
export function said({ statusCode, body }: LightMyRequestResponse): string {
  const { error } = body.startsWith('{') ? JSON.parse(body) : { error: undefined };
  return error === undefined ? `${statusCode}` : `${statusCode} ${error.code ?? error}`;
}

/**
 * Returns how a request ended: at the application with `code`, `error …` or in its `fragment`, or at a `page …` of
 * the server.
 */
export function ended({ location, status, url }: Stop): string {
  if (location === undefined) return `page ${status} ${new URL(url).pathname}`;
  const { searchParams, hash } = new URL(location);
  if (hash !== '') return `fragment ${new URLSearchParams(hash.slice(1)).get('error')}`;
  return searchParams.has('code') ? 'code' : `error ${searchParams.get('error')}`;
}

/** Returns a page without its encrypted values (language switch, proof of a form), which may contain any letters. */
export const withoutEncrypted = (page: string) => page.replace(/\bv1\.[\w-]{40,}/g, 'v1.');

/** Returns a page without the line-break hints in its addresses. */
export const withWholeAddresses = (page: string) => page.replaceAll('<wbr>', '');

/**
 * Returns a page without the box that shows developers what was sent: no sent value may stand elsewhere. @throws when
 * the box contains more than marked text without spaces.
 */
export function besideFacts(page: string): string {
  const whole = withWholeAddresses(page);
  const [box = '', sent = ''] = /<dl>\w*: (.*?) \/ .*?<\/dl>/s.exec(whole) ?? [];
  if (/[<\s]|[^\x20-\x7e…]/.test(sent.replaceAll(/<\/?mark>/g, '')))
    throw new Error(`not plain: ${sent}`);
  return withoutEncrypted(whole.replace(box, ''));
}
