// Remembers in this browser which applications were opened last; forgotten at sign-out. Only ids.
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
    // storage switched off: the alphabet will do
  }
}

export function forgetRecentApps(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was kept either
  }
}
