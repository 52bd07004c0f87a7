// Calls the server to end the session of this browser.
import { paths } from '@brama/contract/paths';
import type { SignOutResponse } from '@brama/contract/sign-in/schemas';
import { call, isSignedOut } from '../browser/api.ts';

const timeoutMs = 15_000;

/** Returns the titles of the applications that could not be notified. */
export async function signOut(): Promise<readonly string[]> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await call(paths.signOut, {
      method: 'POST',
      failure: 'Failed to logout',
      signal,
    });
    return (answer as SignOutResponse).untold;
  } catch (error) {
    // the session had already ended, which is what the user wanted
    if (!isSignedOut(error)) throw error;
    return [];
  }
}
