// Who waits for something scarce, and whose turn is next: to try a password, to have a letter sent. Nobody gets more by
// asking more often: turns go round by site, and within one by holder; where there is no room, whoever holds most loses
// their newest place.

export type Requester = {
  /** A wider network, of which one person may have very many smaller ones; or the user whose device is known. */
  group: string;
  /** Whose place it is within the site: a network, or a device that is known. */
  source: string;
  /** From a device its user is known from: before strangers, but for one turn in five. */
  isTrusted: boolean;
};

const turnsOfKnown = 4;

type Site<T> = { length: number; holders: Map<string, T[]> };
type Lane<T> = Map<string, Site<T>>;

function put<T>(lane: Lane<T>, { group, source }: Requester, item: T) {
  const own = lane.get(group) ?? { length: 0, holders: new Map<string, T[]>() };
  const items = own.holders.get(source) ?? [];
  items.push(item);
  own.holders.set(source, items);
  own.length += 1;
  lane.set(group, own);
}

/** A Map keeps the order in which they came; whoever has had a turn goes to its end, unless nothing is left. */
function rotate<K, V>(map: Map<K, V>, key: K, value: V, isLeft: boolean) {
  map.delete(key);
  if (isLeft) map.set(key, value);
}

function takeTurn<T>(lane: Lane<T>): T | undefined {
  for (const [name, site] of lane)
    for (const [holder, items] of site.holders) {
      const item = items.shift();
      site.length -= 1;
      rotate(site.holders, holder, items, items.length > 0);
      rotate(lane, name, site, site.length > 0);
      return item;
    }
  return undefined;
}

function longestOf<K, V extends { length: number }>(map: Map<K, V>): [K, V] | undefined {
  let longest: [K, V] | undefined;
  for (const one of map) if (one[1].length > (longest?.[1].length ?? 0)) longest = one;
  return longest;
}

/** The newest of whoever holds most at this site; those who hold nothing any more have no turn to wait for. */
function takeNewest<T>(lane: Lane<T>, name: string): T | undefined {
  const site = lane.get(name);
  const longest = site && longestOf(site.holders);
  if (!longest) return undefined;
  const [holder, items] = longest;
  const item = items.pop();
  site.length -= 1;
  if (items.length === 0) site.holders.delete(holder);
  if (site.length === 0) lane.delete(name);
  return item;
}

/** The site that would still hold more than the newcomer's, or whose holder would still hold more than the newcomer. */
function siteWithRoom<T>(lane: Lane<T>, { group, source }: Requester): string | undefined {
  const own = lane.get(group);
  const [longest, { length }] = longestOf(lane) ?? ['', { length: 0 }];
  if (length > (own?.length ?? 0) + 1) return longest;
  const most = own && longestOf(own.holders)?.[1].length;
  return most !== undefined && most > (own?.holders.get(source)?.length ?? 0) + 1
    ? group
    : undefined;
}

export function createFairQueue<T>(most: number) {
  const known: Lane<T> = new Map();
  const strangers: Lane<T> = new Map();
  let length = 0;
  let knownInARow = 0;

  /** Takes a place that a newcomer shall have. */
  function makeRoom(turn: Requester): T | undefined {
    if (turn.isTrusted && strangers.size > 0)
      return takeNewest(strangers, longestOf(strangers)?.[0] ?? '');
    const lane = turn.isTrusted ? known : strangers;
    const site = siteWithRoom(lane, turn);
    return site === undefined ? undefined : takeNewest(lane, site);
  }

  return {
    /** Answers with what has no place any more: another item, or this one itself. */
    push(turn: Requester, item: T): T | undefined {
      const displaced = length < most ? undefined : makeRoom(turn);
      if (length >= most) {
        if (displaced === undefined) return item;
        length -= 1;
      }
      put(turn.isTrusted ? known : strangers, turn, item);
      length += 1;
      return displaced;
    },

    next(): T | undefined {
      const strangersTurn = known.size === 0 || (knownInARow >= turnsOfKnown && strangers.size > 0);
      knownInARow = strangersTurn ? 0 : knownInARow + 1;
      const item = takeTurn(strangersTurn ? strangers : known);
      if (item !== undefined) length -= 1;
      return item;
    },

    /** Takes all out, in no particular order. */
    drain(): T[] {
      const sites = [...known.values(), ...strangers.values()];
      const all = sites.flatMap(({ holders }) => [...holders.values()].flat());
      known.clear();
      strangers.clear();
      length = 0;
      return all;
    },
  };
}
