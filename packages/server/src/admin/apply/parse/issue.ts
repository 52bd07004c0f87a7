// What is wrong with a manifest and where. Pure. A fault never repeats a value: it may be a secret.

export type Path = readonly (string | number)[];

export type Fault = {
  path: Path;
  reason: string;
  /** Name of the user or application the path leads into, to find it by. */
  about?: string | undefined;
  /** Counted from 1. */
  line?: number | undefined;
};

/** Returns a fault in a field of a user. */
export function faultOfUser(
  { index, username }: { index: number; username: string },
  field: string,
  reason: string,
): Fault {
  return { path: ['users', index, field], about: username, reason };
}

/** Takes a fault found below some place of the manifest. */
export type Report = (path: Path, reason: string) => void;

const plainName = /^[\p{L}_][\p{L}\p{M}\p{N}_-]{0,63}$/u;

/**
 * A name given by the file, safe to print. In `{ secret:abc }` a forgotten space turns the secret into a
 * name, so only what looks like one is shown.
 */
function shownName(name: string): string {
  return plainName.test(name) ? name : '?';
}

/** A path as people write it: `users[3].email`. */
function shownPath(path: Path): string {
  return path.reduce<string>((shown, part) => {
    if (typeof part === 'number') return `${shown}[${part}]`;
    return shown === '' ? shownName(part) : `${shown}.${shownName(part)}`;
  }, '');
}

/** A username or title safe to print on one line of a terminal. */
export function shownText(text: string): string {
  const visible = text.replace(/[\p{C}\u2028\u2029]/gu, '�');
  return visible.length > 64 ? `${visible.slice(0, 63)}…` : visible;
}

/** One fault as one line: `users[3].email (o.shevchenko), line 27: must be an e-mail address`. */
export function shownFault({ path, reason, about, line }: Fault): string {
  const name = about === undefined ? '' : ` (${shownText(about)})`;
  const places = [shownPath(path) + name, line === undefined ? '' : `line ${line}`];
  const place = places.filter((part) => part !== '').join(', ');
  return place === '' ? reason : `${place}: ${reason}`;
}

const order = ['groups', 'users', 'applications'];

function placeOf({ path: [kind, index] }: Fault): readonly [number, number] {
  return typeof index === 'number' ? [order.indexOf(String(kind)), index] : [-1, -1];
}

/** Faults along the file: what concerns all of it first, then group by group, user by user. */
export function inFileOrder(faults: readonly Fault[]): Fault[] {
  return faults
    .map((fault) => ({ fault, place: placeOf(fault) }))
    .sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
    .map(({ fault }) => fault);
}
