// So many codes of devices are typed in vain; whoever goes on guessing is told to wait. Counted by each node for
// itself: a guess gains nobody anything but a device that signs in to the guesser's own account.

const windowMs = 10 * 60_000;
/** Of one person who is signed in. */
const mostOfUser = 20;
/** Of one network: a whole campus may come from one address. */
const mostOfNetwork = 100;
/** Of everybody who is not signed in; beyond it one signs in first, and is counted by name. */
const mostOfAll = 600;

export type Guesser = { userId: string } | { network: string };

const isUser = (guesser: Guesser): guesser is { userId: string } => 'userId' in guesser;
const keyOf = (guesser: Guesser) =>
  isUser(guesser) ? `user ${guesser.userId}` : `network ${guesser.network}`;

export function createDeviceGuesses(now: () => number) {
  const counts = new Map<string, number>();
  let anonymous = 0;
  let until = 0;

  /** Everything is forgotten at once: no entry outlives its window, and the map cannot grow without end. */
  function turn() {
    if (now() < until) return;
    counts.clear();
    anonymous = 0;
    until = now() + windowMs;
  }

  function count(guesser: Guesser, by: 1 | -1) {
    const key = keyOf(guesser);
    counts.set(key, (counts.get(key) ?? 0) + by);
    if (!isUser(guesser)) anonymous += by;
  }

  return {
    isSpent(guesser: Guesser): boolean {
      turn();
      const count = counts.get(keyOf(guesser)) ?? 0;
      if (isUser(guesser)) return count >= mostOfUser;
      return count >= mostOfNetwork || anonymous >= mostOfAll;
    },
    /** Before it is known whether the guess is right: many at the same moment count as many. */
    spend(guesser: Guesser) {
      turn();
      count(guesser, 1);
    },
    /** It was right. */
    giveBack(guesser: Guesser) {
      if (now() < until && (counts.get(keyOf(guesser)) ?? 0) > 0) count(guesser, -1);
    },
  };
}

export type DeviceGuesses = ReturnType<typeof createDeviceGuesses>;
