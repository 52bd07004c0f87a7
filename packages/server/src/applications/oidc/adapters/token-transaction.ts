// Token requests store all their writes, such as the use of a code and new tokens, in one transaction. It runs after the
// checks of the library and before the response. If it fails, the code or refresh token stays unused.

import type { KoaContextWithOIDC, Provider, TokenEndpointGrantContext } from 'oidc-provider';
import type { Database } from '../../../database/connect.ts';
import { WriteBatch } from '../../../database/write-batch.ts';
import type { Library } from '../library.ts';

const batches = new WeakMap<object, WriteBatch>();

/** Returns the writes of the token request being handled; undefined for other requests and after the commit. */
export function writesOf(ctx: KoaContextWithOIDC | undefined): WriteBatch | undefined {
  return ctx && batches.get(ctx);
}

/** Returns the library's provider with every grant type wrapped in a write batch. */
export function providerWithTransactions(
  { Provider: Library }: Library,
  db: Database,
): typeof Provider {
  return class extends Library {
    // the constructor of the library calls this for its own grant types
    override registerGrantType<Given extends object>(
      name: string,
      handler: (ctx: TokenEndpointGrantContext<Given>) => void | Promise<void>,
      ...names: (string | readonly string[] | ReadonlySet<string> | undefined)[]
    ) {
      const atomic: typeof handler = async (ctx) => {
        const writes = new WriteBatch(db);
        batches.set(ctx, writes);
        try {
          await handler(ctx);
        } finally {
          batches.delete(ctx);
        }
        await writes.commit();
      };
      super.registerGrantType(name, atomic, ...names);
    }
  };
}
