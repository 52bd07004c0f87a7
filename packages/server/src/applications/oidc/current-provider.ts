// The provider of this moment: made when it is first needed, and anew whenever the signing keys change, by
// whichever node. Loading the library takes 300 ms and 20 MiB.

import { setTimeout } from 'node:timers/promises';
import type { Provider } from 'oidc-provider';
import { type DiscoveryDocuments, documentsOf } from './discovery.ts';
import type { KeyStore, SigningKey } from './keys/store.ts';
import type { Library } from './provider.ts';

/** Nothing is answered by keys that were looked at longer ago: so every node follows a change of them. */
const followMs = 60_000;
/** A look that takes longer is waited for by nobody: until it is done what there is goes on. */
const patienceMs = 1_000;

type Made = {
  provider: Provider;
  handle: ReturnType<Provider['callback']>;
  documents: DiscoveryDocuments;
  kids: string;
};

type Deps = {
  keyStore: KeyStore;
  create(library: Library, keys: readonly SigningKey[]): Provider;
  baseUrl: string;
  now: () => number;
  /** Hears of keys that could not be read; the provider goes on with those it has. */
  onTrouble(error: unknown): void;
};

const kidsOf = (keys: readonly { kid: string }[]) => keys.map(({ kid }) => kid).join(' ');

export function createCurrentProvider({ keyStore, create, baseUrl, now, onTrouble }: Deps) {
  let made: Promise<Made> | undefined;
  let looking: Promise<void> | undefined;
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

  function begin(): Promise<Made> {
    lookedAt = now();
    const making = make();
    // a database that was away is asked again
    making.catch(() => {
      made = undefined;
    });
    return making;
  }

  /** A node that nobody has asked for long looks first; whoever comes meanwhile waits with the first. */
  function look(known: Promise<Made>): Promise<void> {
    lookedAt = now();
    const patience = setTimeout(patienceMs, undefined, { ref: false });
    return Promise.race([known.then(follow, () => undefined), patience]).finally(() => {
      looking = undefined;
    });
  }

  return async function current(): Promise<Made> {
    made ??= begin();
    if (!looking && now() - lookedAt >= followMs) looking = look(made);
    await looking;
    return made ?? current();
  };
}
