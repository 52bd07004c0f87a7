// A bounded queue that is fair to requesters. Turns rotate between groups, and within a group between sources, so
// that more requests of one requester give it no more turns. A full queue drops the newest item of the requester with
// most items.

export type Requester = {
  /** A wide network, because one attacker may own many small ones; or the user of a trusted device. */
  group: string;
  /** A network or a trusted device within the group. */
  source: string;
  /** Requesters with a trusted device get four of five turns. */
  isTrusted: boolean;
};

/** Returns the requester of what the server does for a user, also if another person has asked for it. */
export const requesterFor = (userId: string): Requester => ({
  group: userId,
  source: '',
  isTrusted: false,
});

const trustedTurnsInARow = 4;

type Group<T> = { length: number; sources: Map<string, T[]> };
type Lane<T> = Map<string, Group<T>>;

function put<T>(lane: Lane<T>, { group, source }: Requester, item: T) {
  const own = lane.get(group) ?? { length: 0, sources: new Map<string, T[]>() };
  const items = own.sources.get(source) ?? [];
  items.push(item);
  own.sources.set(source, items);
  own.length += 1;
  lane.set(group, own);
}

/** Moves an entry to the end of a Map, which keeps insertion order, or deletes it if nothing is left of it. */
function rotate<K, V>(map: Map<K, V>, key: K, value: V, isLeft: boolean) {
  map.delete(key);
  if (isLeft) map.set(key, value);
}

function takeTurn<T>(lane: Lane<T>): T | undefined {
  for (const [name, group] of lane)
    for (const [source, items] of group.sources) {
      const item = items.shift();
      group.length -= 1;
      rotate(group.sources, source, items, items.length > 0);
      rotate(lane, name, group, group.length > 0);
      return item;
    }
  return undefined;
}

function longestOf<K, V extends { length: number }>(map: Map<K, V>): [K, V] | undefined {
  let longest: [K, V] | undefined;
  for (const one of map) if (one[1].length > (longest?.[1].length ?? 0)) longest = one;
  return longest;
}

/** Takes the newest item of the longest source of a group. */
function takeNewest<T>(lane: Lane<T>, name: string): T | undefined {
  const group = lane.get(name);
  const longest = group && longestOf(group.sources);
  if (!longest) return undefined;
  const [source, items] = longest;
  const item = items.pop();
  group.length -= 1;
  if (items.length === 0) group.sources.delete(source);
  if (group.length === 0) lane.delete(name);
  return item;
}

/** Returns a group that can lose an item to a newcomer and still has more than the newcomer's group or source would have. */
function groupWithRoom<T>(lane: Lane<T>, { group, source }: Requester): string | undefined {
  const own = lane.get(group);
  const [longest, { length }] = longestOf(lane) ?? ['', { length: 0 }];
  if (length > (own?.length ?? 0) + 1) return longest;
  const most = own && longestOf(own.sources)?.[1].length;
  return most !== undefined && most > (own?.sources.get(source)?.length ?? 0) + 1
    ? group
    : undefined;
}

export class FairQueue<T> {
  readonly #maxLength: number;
  readonly #trusted: Lane<T> = new Map();
  readonly #others: Lane<T> = new Map();
  #length = 0;
  #trustedInARow = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Takes out an item in favour of a newcomer. */
  #makeRoom(requester: Requester): T | undefined {
    if (requester.isTrusted && this.#others.size > 0)
      return takeNewest(this.#others, longestOf(this.#others)?.[0] ?? '');
    const lane = requester.isTrusted ? this.#trusted : this.#others;
    const group = groupWithRoom(lane, requester);
    return group === undefined ? undefined : takeNewest(lane, group);
  }

  /** Returns the item that has no place in a full queue: another one or this one. */
  push(requester: Requester, item: T): T | undefined {
    const displaced = this.#length < this.#maxLength ? undefined : this.#makeRoom(requester);
    if (this.#length >= this.#maxLength) {
      if (displaced === undefined) return item;
      this.#length -= 1;
    }
    put(requester.isTrusted ? this.#trusted : this.#others, requester, item);
    this.#length += 1;
    return displaced;
  }

  next(): T | undefined {
    const isOthersTurn =
      this.#trusted.size === 0 ||
      (this.#trustedInARow >= trustedTurnsInARow && this.#others.size > 0);
    this.#trustedInARow = isOthersTurn ? 0 : this.#trustedInARow + 1;
    const item = takeTurn(isOthersTurn ? this.#others : this.#trusted);
    if (item !== undefined) this.#length -= 1;
    return item;
  }

  /** Takes out all items, in no particular order. */
  drain(): T[] {
    const groups = [...this.#trusted.values(), ...this.#others.values()];
    const all = groups.flatMap(({ sources }) => [...sources.values()].flat());
    this.#trusted.clear();
    this.#others.clear();
    this.#length = 0;
    return all;
  }
}
