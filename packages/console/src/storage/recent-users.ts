// The users whose pages were opened last in this tab.

import { keep, readKept } from './tab-storage.ts';

export type RecentUser = { id: string; fullName: string; username: string };

const key = 'recent-users';
const most = 5;

export function recentUsers(): readonly RecentUser[] {
  const kept = readKept(key);
  return Array.isArray(kept) ? kept : [];
}

/** Called by the page of a user. */
export function noteRecentUser({ id, fullName, username }: RecentUser): void {
  const others = recentUsers().filter((one) => one.id !== id);
  keep(key, [{ id, fullName, username }, ...others].slice(0, most));
}
