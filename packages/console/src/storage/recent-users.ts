// The users whose pages were opened last in this tab. Kept only in the tab, because they are personal data.

export type RecentUser = { id: string; fullName: string; username: string };

const key = 'brama-console-recent-users';
const most = 5;

export function recentUsers(): readonly RecentUser[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Called by the page of a user. */
export function noteRecentUser({ id, fullName, username }: RecentUser): void {
  const others = recentUsers().filter((one) => one.id !== id);
  const all = [{ id, fullName, username }, ...others].slice(0, most);
  try {
    sessionStorage.setItem(key, JSON.stringify(all));
  } catch {
    // blocked: the list stays empty
  }
}

export function forgetRecentUsers(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // blocked: nothing was stored
  }
}
