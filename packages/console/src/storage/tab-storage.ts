// What the console keeps in this tab: personal data of one administrator’s work. It is deleted with the session, and another user never gets it.

const prefix = 'brama-console-';
const ownerKey = 'owner';

/** Storage is unavailable if the browser blocks it: then nothing is kept. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

export function readKept(key: string): unknown {
  try {
    return JSON.parse(storage()?.getItem(prefix + key) ?? 'null');
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    storage()?.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // full: the console works without it
  }
}

export function forget(key: string): void {
  storage()?.removeItem(prefix + key);
}

export function forgetAll(): void {
  const kept = storage();
  if (!kept) return;
  for (const key of Object.keys(kept)) if (key.startsWith(prefix)) kept.removeItem(key);
}

/** Called at the start: deletes what another user has left in this tab. */
export function claimStorage(userHash: string): void {
  if (readKept(ownerKey) === userHash) return;
  forgetAll();
  keep(ownerKey, userHash);
}
