// The reason for opening the sign-in page (`session`, `signed-out`, …). It leaves the address once it is shown, so
// that it is not shown again.
import { accountSecured } from '@brama/contract/pages/login-page';
import { methodNotices } from '@brama/contract/sign-in/methods';

const noticeParameters = [
  'session',
  'signed-out',
  'untold',
  'password',
  accountSecured.name,
  ...Object.keys(methodNotices),
];

/** Returns the query without the reason, or undefined if it has none. */
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
