// Coming to the sign-in page: the reason for being here (`session`, `signed-out`, …) leaves
// the address once it is on the screen, so that it is not shown again.
const noticeParameters = ['session', 'signed-out', 'untold', 'password', 'google_auth_error'];

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
