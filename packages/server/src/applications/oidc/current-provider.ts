// The current provider: created on first use, and again whenever any node changes the signing keys.

import { setTimeout } from 'node:timers/promises';
import type { Provider } from 'oidc-provider';
import type { KeyStore, SigningKey } from '../keys/store.ts';
import { createDocuments, type DiscoveryDocuments, type Handle } from './discovery-and-jwks.ts';
import type { Library } from './library.ts';

/** Keys that were read longer ago are read again before the next request, so that every node follows a change. */
const maxKeyAgeMs = 60_000;
/** A request waits at most this long for the keys; then it uses the present ones. */
const maxWaitMs = 1_000;

export type CurrentProvider = {
  provider: Provider;
  handle: Handle;
  documents: DiscoveryDocuments;
};
type Created = CurrentProvider & { kids: string };

type Deps = {
  keyStore: KeyStore;
  create(library: Library, keys: readonly SigningKey[]): Provider;
  baseUrl: string;
  now: () => number;
  /** Called if the keys cannot be read. The present provider stays in use. */
  onError(error: unknown): void;
};

const kidsOf = (keys: readonly { kid: string }[]) => keys.map(({ kid }) => kid).join(' ');

export function createCurrentProvider({ keyStore, create, baseUrl, now, onError }: Deps) {
  let current: Promise<Created> | undefined;
  let checking: Promise<void> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function readKeys(): Promise<SigningKey[]> {
    await keyStore.applySchedule();
    return keyStore.published();
  }

  async function createFrom(keys: readonly SigningKey[]): Promise<Created> {
    const provider = create(await import('oidc-provider'), keys);
    const handle = provider.callback();
    const documents = await createDocuments(handle, baseUrl);
    return { provider, handle, documents, kids: kidsOf(keys) };
  }

  async function followKeys(known: Created) {
    try {
      const keys = await readKeys();
      if (kidsOf(keys) === known.kids) return;
      // the present provider stays in use until the next one exists
      const next = await createFrom(keys);
      current = Promise.resolve(next);
    } catch (error) {
      onError(error);
    }
  }

  function createFirst(): Promise<Created> {
    checkedAt = now();
    const creating = readKeys().then(createFrom);
    // after an error of the database the next request tries again
    creating.catch(() => {
      current = undefined;
    });
    return creating;
  }

  /** Checks the keys; requests that come meanwhile wait for the same check. */
  function checkKeys(known: Promise<Created>): Promise<void> {
    checkedAt = now();
    const timeout = setTimeout(maxWaitMs, undefined, { ref: false });
    return Promise.race([known.then(followKeys, () => undefined), timeout]).finally(() => {
      checking = undefined;
    });
  }

  return async function currentProvider(): Promise<CurrentProvider> {
    current ??= createFirst();
    if (!checking && now() - checkedAt >= maxKeyAgeMs) checking = checkKeys(current);
    await checking;
    return current ?? currentProvider();
  };
}
