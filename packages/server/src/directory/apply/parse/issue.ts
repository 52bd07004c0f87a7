// Issues of a manifest: what is invalid and where. Pure. An issue never repeats a value, which may be a secret.

export type Path = readonly (string | number)[];

export type Issue = {
  path: Path;
  reason: string;
  /** Name of the user or application that the path belongs to. */
  about?: string | undefined;
  /** Counted from 1. */
  line?: number | undefined;
};

/** Returns an issue of one field of a user. */
export function userIssue(
  { index, username }: { index: number; username: string },
  field: string,
  reason: string,
): Issue {
  return { path: ['users', index, field], about: username, reason };
}

/** Reports an issue. `path` is relative to the entry that is read. */
export type Report = (path: Path, reason: string) => void;

const plainName = /^[\p{L}_][\p{L}\p{M}\p{N}_-]{0,63}$/u;

/**
 * Returns a key of the file, or `?` for an unusual one. In `{ secret:abc }` the missing space makes the secret part of
 * the key.
 */
function printableKey(key: string): string {
  return plainName.test(key) ? key : '?';
}

/** Returns a path as `users[3].email`. */
function printablePath(path: Path): string {
  return path.reduce<string>((shown, part) => {
    if (typeof part === 'number') return `${shown}[${part}]`;
    return shown === '' ? printableKey(part) : `${shown}.${printableKey(part)}`;
  }, '');
}

/** Returns a username or title for one line of a terminal: without control characters, at most 64 characters. */
export function printableName(text: string): string {
  const visible = text.replace(/[\p{C}\u2028\u2029]/gu, '�');
  return visible.length > 64 ? `${visible.slice(0, 63)}…` : visible;
}

/** Returns an issue as one line: `users[3].email (o.shevchenko), line 27: must be an email address`. */
export function issueLine({ path, reason, about, line }: Issue): string {
  const name = about === undefined ? '' : ` (${printableName(about)})`;
  const places = [printablePath(path) + name, line === undefined ? '' : `line ${line}`];
  const place = places.filter((part) => part !== '').join(', ');
  return place === '' ? reason : `${place}: ${reason}`;
}

const order = ['groups', 'users', 'applications'];

function positionOf({ path: [kind, index] }: Issue): readonly [number, number] {
  return typeof index === 'number' ? [order.indexOf(String(kind)), index] : [-1, -1];
}

/** Returns the issues sorted: first those of the whole file, then by group, user and application. */
export function inFileOrder(issues: readonly Issue[]): Issue[] {
  return issues
    .map((issue) => ({ issue, position: positionOf(issue) }))
    .sort((a, b) => a.position[0] - b.position[0] || a.position[1] - b.position[1])
    .map(({ issue }) => issue);
}
