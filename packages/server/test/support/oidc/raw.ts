// Requests that no client library would send, and short descriptions of the responses.

import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { newSecret } from '../../../src/crypto/secrets.ts';
import type { Stop } from '../browser.ts';

export type Party = { id: string; secret?: string; callback: string };
/** An array gives a parameter several times; nothing leaves it out. */
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

/** A valid authorization request, with changes. */
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

/** The status, and the error where there is one: ours or that of OAuth. */
export function said({ statusCode, body }: LightMyRequestResponse): string {
  const { error } = body.startsWith('{') ? JSON.parse(body) : { error: undefined };
  return error === undefined ? `${statusCode}` : `${statusCode} ${error.code ?? error}`;
}

/** How a request ended: at the application with `code`, `error …` or in its `fragment`, or at a `page …` of ours. */
export function ended({ location, status, url }: Stop): string {
  if (location === undefined) return `page ${status} ${new URL(url).pathname}`;
  const { searchParams, hash } = new URL(location);
  if (hash !== '') return `fragment ${new URLSearchParams(hash.slice(1)).get('error')}`;
  return searchParams.has('code') ? 'code' : `error ${searchParams.get('error')}`;
}

/** A page without the encrypted content in its language switch, which may hold any letters. */
export const withoutNotice = (page: string) =>
  page.replace(/\/notice\?content=v1\.[\w-]+/g, '/notice');

/** Returns a page with its addresses in one piece: where a line may end is no part of them. */
export const withWholeAddresses = (page: string) => page.replaceAll('<wbr>', '');

/**
 * A page without the box that shows the owner of an application what was sent: nothing of it may stand elsewhere.
 * @throws when there is more than marked text without spaces in that box.
 */
export function besideFacts(page: string): string {
  const whole = withWholeAddresses(page);
  const [box = '', sent = ''] = /<dl>\w*: (.*?) \/ .*?<\/dl>/s.exec(whole) ?? [];
  if (/[<\s]|[^\x20-\x7e…]/.test(sent.replaceAll(/<\/?mark>/g, '')))
    throw new Error(`not plain: ${sent}`);
  return withoutNotice(whole.replace(box, ''));
}
