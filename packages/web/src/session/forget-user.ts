// What this browser has kept of a user goes when they sign out: the next person at it is somebody else.

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
