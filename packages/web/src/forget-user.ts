// What this browser has kept of a user goes when they sign out: the next person at it is somebody else.
import { forgetCodes } from './kept-codes.ts';
import { forgetMethod } from './last-method.ts';
import { forgetTicket } from './received-ticket.ts';
import { forgetRecentApps } from './recent-apps.ts';

export function forgetUser(): void {
  forgetRecentApps();
  forgetMethod();
  forgetCodes();
  forgetTicket();
}
