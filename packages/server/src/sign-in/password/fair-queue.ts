// Who waits to try a password, and whose turn is next. Nobody gets more by asking more often: turns go round by holder,
// and where there is no room, whoever holds most loses their newest place.

export type Turn = {
  /** Whose place it is: a network, or a device that is known. */
  holder: string;
  /** From a device its user is known from: before strangers, but for one turn in five. */
  known: boolean;
};

const turnsOfKnown = 4;

type Lane<T> = Map<string, T[]>;

function put<T>(lane: Lane<T>, holder: string, item: T) {
  const own = lane.get(holder);
  if (own) own.push(item);
  else lane.set(holder, [item]);
}

/** A Map keeps the order in which holders came; whoever has had a turn goes to its end. */
function takeTurn<T>(lane: Lane<T>): T | undefined {
  const [next] = lane;
  if (!next) return undefined;
  const [holder, own] = next;
  const item = own.shift();
  lane.delete(holder);
  if (own.length > 0) lane.set(holder, own);
  return item;
}

function longestOf<T>(lane: Lane<T>): T[] {
  let longest: T[] = [];
  for (const own of lane.values()) if (own.length > longest.length) longest = own;
  return longest;
}

export function createFairQueue<T>(most: number) {
  const known: Lane<T> = new Map();
  const strangers: Lane<T> = new Map();
  let length = 0;
  let knownInARow = 0;

  /** Would an item find a place, be it another's? */
  function hasRoom({ holder, known: isKnown }: Turn): boolean {
    if (length < most || (isKnown && strangers.size > 0)) return true;
    const lane = isKnown ? known : strangers;
    return longestOf(lane).length > (lane.get(holder)?.length ?? 0) + 1;
  }

  /** Takes the newest place of whoever holds most. */
  function makeRoom(turn: Turn): T | undefined {
    if (turn.known && strangers.size > 0) return longestOf(strangers).pop();
    return longestOf(turn.known ? known : strangers).pop();
  }

  /** An emptied holder has no turn to wait for. */
  function forgetEmpty(lane: Lane<T>) {
    for (const [holder, own] of lane) if (own.length === 0) lane.delete(holder);
  }

  return {
    /** Answers with what has no place any more: another item, or this one itself. */
    push(turn: Turn, item: T): T | undefined {
      let displaced: T | undefined;
      if (length >= most) {
        // only of whoever would still hold more than the newcomer
        if (!hasRoom(turn)) return item;
        displaced = makeRoom(turn);
        forgetEmpty(strangers);
        forgetEmpty(known);
        length -= 1;
      }
      put(turn.known ? known : strangers, turn.holder, item);
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
      const all = [...known.values(), ...strangers.values()].flat();
      known.clear();
      strangers.clear();
      length = 0;
      return all;
    },
  };
}
