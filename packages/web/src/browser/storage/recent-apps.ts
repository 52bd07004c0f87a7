// Releases before 0.4 stored in this browser which applications were opened last. Sign-out still deletes that list; the
// server now stores it (`user_applications`).
const key = 'brama.recent-apps';

export function forgetRecentApps(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // storage is blocked, so nothing was stored
  }
}
