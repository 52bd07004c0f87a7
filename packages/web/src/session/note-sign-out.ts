// A plain form that signs out has been sent: this browser forgets the user, and the other tabs are told once the server has
// answered, which is when the page goes.
import { forgetUser } from './forget-user.ts';
import { announce } from './session-broadcast.ts';

export function noteSignOut(): void {
  forgetUser();
  addEventListener('pagehide', () => announce('signed-out'), { once: true });
}
