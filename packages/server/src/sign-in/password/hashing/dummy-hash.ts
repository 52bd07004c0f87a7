// What a name without a password is checked against: a hash that costs as much as those of users do. Hashes that came
// from elsewhere cost more or less than ours until their users sign in; were every unknown name checked at today's
// price, the time would tell who exists.

import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { argon2Parameters } from './parameters.ts';

export type DummyHashDeps = {
  /** A fixed choice of stored hashes, large enough to know in which proportions their parameters stand. */
  sampleHashes(): Promise<string[]>;
  key: KeyObject;
  now: () => number;
};

const refreshMs = 10 * 60_000;
const { memoryCost, timeCost, parallelism } = argon2Parameters;
const todays = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}`;
const parametersOf = (hash: string) => hash.split('$').slice(0, 4).join('$');
const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** A share of all names for each kind, today's last: as users come by, names move there as users do. */
function sharesOf(hashes: readonly string[]): [parameters: string, upTo: number][] {
  const counts = new Map<string, number>();
  for (const hash of hashes)
    counts.set(parametersOf(hash), (counts.get(parametersOf(hash)) ?? 0) + 1);
  counts.delete(todays);
  let counted = 0;
  return [...counts].toSorted().map(([parameters, count]) => {
    counted += count;
    return [parameters, counted / hashes.length];
  });
}

export function createDummyHashes({ sampleHashes, key, now }: DummyHashDeps) {
  let shares = Promise.resolve(sharesOf([]));
  let refreshedAt = Number.NEGATIVE_INFINITY;

  /** Without the database what was known goes on, and the next asks again. */
  async function refreshed(before: typeof shares) {
    try {
      return sharesOf(await sampleHashes());
    } catch {
      refreshedAt = Number.NEGATIVE_INFINITY;
      return before;
    }
  }

  /** Of every name between 0 and 1, the same each time. */
  function placeOf(name: string): number {
    return createHmac('sha256', key).update(name).digest().readUInt32BE() / 2 ** 32;
  }

  return {
    /** Asked for every try, of whatever name: what is done here now and then tells nothing of it. */
    async dummyHashFor(name: string): Promise<string> {
      if (now() - refreshedAt >= refreshMs) {
        refreshedAt = now();
        shares = refreshed(shares);
      }
      const place = placeOf(name);
      const parameters = (await shares).find(([, upTo]) => place < upTo)?.[0] ?? todays;
      return `${parameters}$${base64(16)}$${base64(32)}`;
    },
  };
}

export type DummyHashes = ReturnType<typeof createDummyHashes>;
