// Requests too long for an address: kept for the moment the browser needs to come again, sealed, and taken
// once.

import { decryptOrThrow, type Encryption } from '../../../crypto/encryption.ts';
import { hashSecret, newSecret } from '../../../crypto/secrets.ts';
import type { TokenStore } from '../adapters/tokens.ts';

const model = 'RequestAside';
const ttlSeconds = 60;

type Deps = { tokens: Pick<TokenStore, 'put' | 'find' | 'remove'>; encryption: Encryption };

const contextOf = (id: string) => `request aside ${hashSecret(id)}`;

export function createStoredRequests({ tokens, encryption }: Deps) {
  return {
    /** Answers with its id for the address. */
    async put(query: string): Promise<string> {
      const id = newSecret();
      const sealed = encryption.encrypt(query, contextOf(id));
      await tokens.put(model, id, { sealed }, ttlSeconds);
      return id;
    },

    /** Nothing for an unknown, late or used id: what it says may start many requests otherwise. */
    async take(id: string): Promise<string | undefined> {
      const kept = await tokens.find(model, id);
      if (!kept || !(await tokens.remove(model, id))) return undefined;
      return decryptOrThrow(encryption, kept['sealed'] as string, contextOf(id));
    },
  };
}

export type StoredRequests = ReturnType<typeof createStoredRequests>;
