// Dummy hashes, against which the passwords of unknown users are verified. They cost as much as stored hashes, so
// that response times do not reveal which users exist. Imported hashes have other parameters until their users sign
// in.

import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { currentParameters } from './parameters.ts';

export type DummyHashDeps = {
  /** Returns a constant selection of stored hashes, large enough to show how often each set of parameters occurs. */
  sampleHashes(): Promise<string[]>;
  key: KeyObject;
  now: () => number;
};

const refreshMs = 10 * 60_000;
const parametersOf = (hash: string) => hash.split('$').slice(0, 4).join('$');
const randomBase64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');

type Shares = readonly [parameters: string, upTo: number][];

/** Divides the range 0–1 among the parameters. The current ones come last, so that names move to them as users do. */
function sharesOf(hashes: readonly string[]): Shares {
  const counts = new Map<string, number>();
  for (const hash of hashes)
    counts.set(parametersOf(hash), (counts.get(parametersOf(hash)) ?? 0) + 1);
  counts.delete(currentParameters);
  let counted = 0;
  return [...counts].toSorted().map(([parameters, count]) => {
    counted += count;
    return [parameters, counted / hashes.length];
  });
}

export function createDummyHashes({ sampleHashes, key, now }: DummyHashDeps) {
  let shares: Promise<Shares> = Promise.resolve([]);
  let refreshedAt = Number.NEGATIVE_INFINITY;

  /** Without the database, returns the previous shares. The next call tries again. */
  async function refresh(previous: Promise<Shares>) {
    try {
      return sharesOf(await sampleHashes());
    } catch {
      refreshedAt = Number.NEGATIVE_INFINITY;
      return previous;
    }
  }

  /** Returns a constant number from 0 to 1 for each name. */
  function positionOf(usernameKey: string): number {
    return createHmac('sha256', key).update(usernameKey).digest().readUInt32BE() / 2 ** 32;
  }

  return {
    /** Called for every attempt, also of existing users, so that the time of a refresh reveals nothing. */
    async dummyHashFor(usernameKey: string): Promise<string> {
      if (now() - refreshedAt >= refreshMs) {
        refreshedAt = now();
        shares = refresh(shares);
      }
      const position = positionOf(usernameKey);
      const parameters =
        (await shares).find(([, upTo]) => position < upTo)?.[0] ?? currentParameters;
      return `${parameters}$${randomBase64(16)}$${randomBase64(32)}`;
    },
  };
}

export type DummyHashes = ReturnType<typeof createDummyHashes>;
