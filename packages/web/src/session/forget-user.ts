// Deletes what this browser stores about a user at sign-out, because the next person at it may be another user.

import { forgetCodes } from '../browser/storage/kept-codes.ts';
import { forgetMethod } from '../browser/storage/last-method.ts';
import { forgetTicket } from '../browser/storage/received-ticket.ts';
import { announce } from './session-broadcast.ts';

/**
 * Releases before 0.4 stored in this browser which applications were opened last. Sign-out still deletes that list; the server now
 * stores it (`user_applications`).
 */
const recentAppsKey = 'brama.recent-apps';

function forgetRecentApps(): void {
  try {
    localStorage.removeItem(recentAppsKey);
  } catch {
    // storage is blocked, so nothing was stored
  }
}

export function forgetUser(): void {
  forgetRecentApps();
  forgetMethod();
  forgetCodes();
  forgetTicket();
}

/**
 * Handles the submission of a plain sign-out form. Forgets the user, and notifies other tabs when the page is left, which is after the
 * server has responded.
 */
export function noteSignOut(): void {
  forgetUser();
  addEventListener('pagehide', () => announce('signed-out'), { once: true });
}
