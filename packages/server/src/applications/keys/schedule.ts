// The schedule of signing keys: when a key is created, signs and is deleted. Pure; times in epoch milliseconds.

export type KeyTimes = { kid: string; alg: string; createdAt: number; signsFrom: number };

const dayMs = 24 * 3600 * 1000;

const signingMs = 90 * dayMs;
/** How long a key is published before it signs: clients cache the keys for hours. */
export const publishedAheadMs = 2 * dayMs;
/** How long a replaced key is published. Its tokens have expired by then; only ID token hints of logouts are older. */
const keptMs = 30 * dayMs;

const newestFirst = (one: KeyTimes, other: KeyTimes) =>
  other.signsFrom - one.signsFrom || one.kid.localeCompare(other.kid);

export type Schedule<Key> = {
  /** The signing keys first. */
  published: Key[];
  /** Algorithms that need a new key, and the time from which it signs. */
  wanted: { alg: string; signsFrom: number }[];
  expired: Key[];
};

/** Returns what to do with the existing keys of every algorithm. */
export function scheduleOf<Key extends KeyTimes>(
  keys: readonly Key[],
  algs: readonly string[],
  now: number,
): Schedule<Key> {
  const schedule: Schedule<Key> = { published: [], wanted: [], expired: [] };
  const early: Key[] = [];
  for (const alg of algs) {
    const all = keys.filter((key) => key.alg === alg).sort(newestFirst);
    const ready = all.filter(({ signsFrom }) => signsFrom <= now);
    const [signing] = ready;
    const next = all.filter(({ signsFrom }) => signsFrom > now);
    early.push(...next);
    if (!signing) schedule.wanted.push({ alg, signsFrom: now });
    else if (next.length === 0 && now >= signing.signsFrom + signingMs - publishedAheadMs)
      schedule.wanted.push({ alg, signsFrom: now + publishedAheadMs });
    for (const [index, key] of ready.entries()) {
      const replacedAt = ready[index - 1]?.signsFrom;
      const isExpired = replacedAt !== undefined && now >= replacedAt + keptMs;
      (isExpired ? schedule.expired : schedule.published).push(key);
    }
  }
  schedule.published.push(...early);
  return schedule;
}

/** `next`: published, but does not sign yet. `former`: still published, for what it has signed. */
export type KeyState = 'signing' | 'next' | 'former';

/** Returns the keys with their present states, by algorithm, the newest first. */
export function withStates<Key extends KeyTimes>(
  keys: readonly Key[],
  now: number,
): (Key & { state: KeyState })[] {
  const isNewer = (other: KeyTimes, key: KeyTimes) =>
    other.alg === key.alg && other.signsFrom <= now && newestFirst(other, key) < 0;
  const stateOf = (key: Key): KeyState => {
    if (key.signsFrom > now) return 'next';
    return keys.some((other) => isNewer(other, key)) ? 'former' : 'signing';
  };
  return [...keys]
    .sort((one, other) => one.alg.localeCompare(other.alg) || newestFirst(one, other))
    .map((key) => ({ ...key, state: stateOf(key) }));
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

/** Returns one line for each key: its algorithm, its id and its present state (UTC). */
export function describeKeys(keys: readonly KeyTimes[], now: number): string[] {
  const words: Record<KeyState, (day: string) => string> = {
    next: (day) => `published, signs from ${day}`,
    former: (day) => `signed from ${day}, still known`,
    signing: (day) => `signs since ${day}`,
  };
  return withStates(keys, now).map(
    ({ alg, kid, state, signsFrom }) =>
      `${alg.padEnd(6)} ${kid}  ${words[state](dayOf(signsFrom))}`,
  );
}
