// When a signing key is made, signs and goes. Pure; times in epoch milliseconds.

export type KeyTimes = { kid: string; alg: string; createdAt: number; signsFrom: number };

const dayMs = 24 * 3600 * 1000;

/** A key signs for so long. */
const signingMs = 90 * dayMs;
/** It is published so long before it signs: applications keep what they know of our keys for hours. */
export const publishedAheadMs = 2 * dayMs;
/** Tokens it signed are long over by then; only hints at a sign-out are older. */
const keptMs = 30 * dayMs;

const newestFirst = (one: KeyTimes, other: KeyTimes) =>
  other.signsFrom - one.signsFrom || one.kid.localeCompare(other.kid);

export type Schedule<Key> = {
  /** To be published, those that sign first. */
  published: Key[];
  /** Algorithms that need a new key, and from when it signs. */
  wanted: { alg: string; signsFrom: number }[];
  /** Worth nothing any more. */
  over: Key[];
};

/** What is to be done with the keys there are, for every algorithm. */
export function scheduleOf<Key extends KeyTimes>(
  keys: readonly Key[],
  algs: readonly string[],
  now: number,
): Schedule<Key> {
  const schedule: Schedule<Key> = { published: [], wanted: [], over: [] };
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
      const isOver = replacedAt !== undefined && now >= replacedAt + keptMs;
      (isOver ? schedule.over : schedule.published).push(key);
    }
  }
  schedule.published.push(...early);
  return schedule;
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

/** One line for each key: its algorithm, its id, and what it is for at this moment (UTC). */
export function describeKeys(keys: readonly KeyTimes[], now: number): string[] {
  return [...keys]
    .sort((one, other) => one.alg.localeCompare(other.alg) || newestFirst(one, other))
    .map((key) => {
      const newer = keys.some(
        (other) => other.alg === key.alg && other.signsFrom <= now && newestFirst(other, key) < 0,
      );
      const words =
        key.signsFrom > now
          ? `published, signs from ${dayOf(key.signsFrom)}`
          : newer
            ? `signed from ${dayOf(key.signsFrom)}, still known`
            : `signs since ${dayOf(key.signsFrom)}`;
      return `${key.alg.padEnd(6)} ${key.kid}  ${words}`;
    });
}
