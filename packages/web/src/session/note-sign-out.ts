// Handles the submission of a plain sign-out form. It forgets the user, and notifies other tabs when the page is
// left, which is after the server has responded.
import { forgetUser } from './forget-user.ts';
import { announce } from './session-broadcast.ts';

export function noteSignOut(): void {
  forgetUser();
  addEventListener('pagehide', () => announce('signed-out'), { once: true });
}
