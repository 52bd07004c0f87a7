// Authorization requests that are too long for an address: stored, encrypted, until the browser repeats them with an id.

import { decryptOrThrow } from '../../../crypto/encryption.ts';
import { hashSecret, newSecret } from '../../../crypto/secrets.ts';
import type { OidcDeps } from '../deps.ts';

/** The library's model name of pushed authorization requests. */
export const pushedRequestModel = 'PushedAuthorizationRequest';

/** The limit for every stored request, in characters. */
export const maxRequestLength = 16 * 1024;

/** The model name, the encryption context and the field name are part of stored rows. */
const model = 'RequestAside';
const contextOf = (id: string) => `request aside ${hashSecret(id)}`;
const storedField = 'sealed';

const ttlSeconds = 60;

export async function storeRequest({ stores, crypto }: OidcDeps, query: string): Promise<string> {
  const id = newSecret();
  const encrypted = crypto.encryption.encrypt(query, contextOf(id));
  await stores.tokens.put(model, id, { [storedField]: encrypted }, ttlSeconds);
  return id;
}

/** Returns undefined for an unknown, expired or used id, so that one stored request cannot start several. */
export async function takeRequest(
  { stores, crypto }: OidcDeps,
  id: string,
): Promise<string | undefined> {
  const stored = await stores.tokens.find(model, id);
  if (!stored || !(await stores.tokens.remove(model, id))) return undefined;
  return decryptOrThrow(crypto.encryption, stored[storedField] as string, contextOf(id));
}
