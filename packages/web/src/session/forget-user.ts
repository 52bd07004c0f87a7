// Deletes what this browser stores about a user at sign-out, because the next person at it may be another user.

import { forgetCodes } from '../browser/storage/kept-codes.ts';
import { forgetMethod } from '../browser/storage/last-method.ts';
import { forgetTicket } from '../browser/storage/received-ticket.ts';
import { forgetRecentApps } from '../browser/storage/recent-apps.ts';

export function forgetUser(): void {
  forgetRecentApps();
  forgetMethod();
  forgetCodes();
  forgetTicket();
}
