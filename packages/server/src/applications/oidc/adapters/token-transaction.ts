// Token requests store all their writes, such as the use of a code and new tokens, in one transaction. It runs after the
// checks of the library and before the response. If it fails, the code or refresh token stays unused.

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../../database/connect.ts';
import { WriteBatch } from '../../../database/write-batch.ts';

const batches = new WeakMap<object, WriteBatch>();

/** Returns the writes of the token request being handled; undefined for other requests and after the commit. */
export function writesOf(ctx: KoaContextWithOIDC | undefined): WriteBatch | undefined {
  return ctx && batches.get(ctx);
}

/** Returns a handler of a grant type that commits the writes of the request after its checks. */
export function inTransaction<Context extends object>(
  db: Database,
  handler: (ctx: Context) => void | Promise<void>,
) {
  return async (ctx: Context): Promise<void> => {
    const writes = new WriteBatch(db);
    batches.set(ctx, writes);
    try {
      await handler(ctx);
    } finally {
      batches.delete(ctx);
    }
    await writes.commit();
  };
}
