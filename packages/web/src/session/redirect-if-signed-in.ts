// On sign-in pages, sends a signed-in user to the applications.
import { type Language, paths } from '@brama/contract/paths';
import { appsHref } from '../browser/address.ts';
import { call } from '../browser/api.ts';

/** For a page that may be out of date: restored by Back, or after a sign-in in another tab. */
export async function leaveIfSignedIn(language: Language): Promise<void> {
  try {
    await call(paths.user, { failure: 'Failed to authenticate', redirect: 'error' });
    location.replace(appsHref(language, location.search));
  } catch {
    // not signed in, or no connection: the page stays
  }
}
