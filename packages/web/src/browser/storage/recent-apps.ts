// Stores in this browser the ids of recently opened applications. Deleted at sign-out.
const key = 'brama.recent-apps';
const maxKept = 20;

export function readRecentApps(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberOpened(id: string): void {
  try {
    const recent = [id, ...readRecentApps().filter((other) => other !== id)];
    localStorage.setItem(key, JSON.stringify(recent.slice(0, maxKept)));
  } catch {
    // storage is blocked; the order is alphabetical
  }
}

export function forgetRecentApps(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // storage is blocked, so nothing was stored
  }
}
