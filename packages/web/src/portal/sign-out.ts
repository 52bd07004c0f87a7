// The call that ends the session of this browser.
import { paths } from '@brama/contract/paths';
import { call, isSignedOut } from '../api.ts';

const patienceMs = 15_000;

export async function signOut(): Promise<void> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    await call(paths.signOut, { method: 'POST', failure: 'Failed to logout', signal });
  } catch (error) {
    // the session has ended on its own: the user has what they wanted
    if (!isSignedOut(error)) throw error;
  }
}
