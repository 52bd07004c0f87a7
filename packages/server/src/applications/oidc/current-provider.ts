// The provider of this moment: made when it is first needed, and anew whenever the signing keys change, by
// whichever node. Loading the library takes 300 ms and 20 MiB.

import type { Provider } from 'oidc-provider';
import { type Documents, documentsOf } from './documents.ts';
import type { KeyStore, SigningKey } from './key-store.ts';
import type { Library } from './provider.ts';

/** Other nodes follow a change of the keys within this time. */
const followMs = 60_000;

type Made = {
  provider: Provider;
  handle: ReturnType<Provider['callback']>;
  documents: Documents;
  kids: string;
};

type Needs = {
  keyStore: KeyStore;
  create(library: Library, keys: readonly SigningKey[]): Provider;
  baseUrl: string;
  now: () => number;
  /** Hears of keys that could not be read; the provider goes on with those it has. */
  onTrouble(error: unknown): void;
};

const kidsOf = (keys: readonly { kid: string }[]) => keys.map(({ kid }) => kid).join(' ');

export function createCurrentProvider({ keyStore, create, baseUrl, now, onTrouble }: Needs) {
  let made: Promise<Made> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function make(): Promise<Made> {
    await keyStore.tend();
    const [library, keys] = await Promise.all([import('oidc-provider'), keyStore.published()]);
    const provider = create(library, keys);
    const handle = provider.callback();
    const documents = await documentsOf(handle, baseUrl);
    return { provider, handle, documents, kids: kidsOf(keys) };
  }

  async function follow(known: Made) {
    try {
      await keyStore.tend();
      const keys = await keyStore.published();
      if (kidsOf(keys) === known.kids) return;
      // only once it has worked out: until then the one there is goes on
      const next = await make();
      made = Promise.resolve(next);
    } catch (error) {
      onTrouble(error);
    }
  }

  return async function current(): Promise<Made> {
    if (made && now() - lookedAt >= followMs) {
      lookedAt = now();
      // nobody waits for it: what there is goes on
      void made.then(follow, () => undefined);
    }
    if (!made) {
      lookedAt = now();
      made = make();
      // a database that was away is asked again
      made.catch(() => {
        made = undefined;
      });
    }
    return made;
  };
}
