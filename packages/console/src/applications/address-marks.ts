// Compares a refused address with those that are registered. Pure.

/** The parts of two texts: the same start, what differs, the same end. */
export type Marked = { start: string; differs: string; end: string };

/** Returns what of `text` is not in `other`, between the start and the end that are the same. */
export function marked(text: string, other: string): Marked {
  let from = 0;
  while (from < text.length && from < other.length && text[from] === other[from]) from += 1;
  let to = 0;
  const most = Math.min(text.length, other.length) - from;
  while (to < most && text.at(-1 - to) === other.at(-1 - to)) to += 1;
  return {
    start: text.slice(0, from),
    differs: text.slice(from, text.length - to),
    end: text.slice(text.length - to),
  };
}

/** Returns the registered address that has most in common with the received one. */
export function nearest(received: string, registered: readonly string[]): string | undefined {
  const common = (one: string) => {
    const { start, end } = marked(received, one);
    return start.length + end.length;
  };
  return [...registered].sort((one, other) => common(other) - common(one))[0];
}

/**
 * Returns whether one click may add the received address: only if its origin is that of an address that the application has.
 * Anybody can cause such a request, so another host must be typed by hand.
 */
export function isOfferedAddress(received: string, registered: readonly string[]): boolean {
  const url = URL.parse(received);
  // other schemes have the same origin, `null`
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return false;
  const isPlain = url.username === '' && url.password === '' && url.hash === '';
  // another spelling may hide what the address is
  const isAsSpelt = url.href === received || url.href === `${received}/`;
  return isPlain && isAsSpelt && registered.some((one) => URL.parse(one)?.origin === url.origin);
}
