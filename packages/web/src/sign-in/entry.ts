// Coming to the sign-in page: whoever is signed in already is sent on, and the reason for being here
// (`session`, `signed-out`) leaves the address once it is on the screen, so that it is not shown again.
import { type Language, paths } from '@brama/contract/paths';
import { appsHref } from '../address.ts';
import { call } from '../api.ts';

const noticeParameters = ['session', 'signed-out'];

/** For a page brought back by Back or Forward; on a fresh visit the server has looked already. */
export async function leaveIfSignedIn(language: Language): Promise<void> {
  try {
    await call(paths.user, { failure: 'Failed to authenticate', redirect: 'error' });
    location.replace(appsHref(language, location.search));
  } catch {
    // not signed in, or no connection: the form is the right place to be
  }
}

/** The query without the reason, or nothing when there is none in it. */
export function searchWithoutNotice(search: string): string | undefined {
  const rest = new URLSearchParams(search);
  if (!noticeParameters.some((name) => rest.has(name))) return undefined;
  for (const name of noticeParameters) rest.delete(name);
  return rest.size > 0 ? `?${rest}` : '';
}

export function forgetNotice(): void {
  const search = searchWithoutNotice(location.search);
  if (search !== undefined)
    history.replaceState(history.state, '', location.pathname + search + location.hash);
}
