// On pages for signing in, whoever is signed in already is sent on to the applications.
import { type Language, paths } from '@brama/contract/paths';
import { appsHref } from '../browser/address.ts';
import { call } from '../browser/api.ts';

/** For a page that may have been overtaken: brought back by Back, or beaten by another tab. */
export async function leaveIfSignedIn(language: Language): Promise<void> {
  try {
    await call(paths.user, { failure: 'Failed to authenticate', redirect: 'error' });
    location.replace(appsHref(language, location.search));
  } catch {
    // not signed in, or no connection: the page is the right place to be
  }
}
