// Token requests store all they write (the use of a code, new tokens) in one transaction, after the library has checked
// everything and before it responds. A failed commit leaves the code or refresh token as it was.

import type { Provider, TokenEndpointGrantContext } from 'oidc-provider';
import type { Database } from '../../../database/connect.ts';
import { WriteBatch } from '../../../database/write-batch.ts';
import type { Library } from '../provider.ts';
import { requestContextOf } from '../request-context.ts';

/** Returns the library's provider with every grant type wrapped in a write batch. */
export function atomicGrantsProvider(
  { Provider: Library }: Library,
  db: Database,
): typeof Provider {
  return class extends Library {
    // the library's constructor calls it for each of its own grant types
    override registerGrantType<Given extends object>(
      name: string,
      handler: (ctx: TokenEndpointGrantContext<Given>) => void | Promise<void>,
      ...names: (string | readonly string[] | ReadonlySet<string> | undefined)[]
    ) {
      const atomic: typeof handler = async (ctx) => {
        const visit = requestContextOf(ctx);
        const writes = new WriteBatch(db);
        visit.writes = writes;
        try {
          await handler(ctx);
        } finally {
          visit.writes = undefined;
        }
        await writes.commit();
      };
      super.registerGrantType(name, atomic, ...names);
    }
  };
}
