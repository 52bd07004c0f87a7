// The `state` that an application gives to the start of a sign-in and gets back at its end. Values only, no schemas.

/** In characters. */
export const maxStateLength = 1024;

export type StateIssue = 'repeated' | 'length' | 'characters';

/** VSCHAR of RFC 6749, appendix A.5: what every application reads back as it was sent. */
const printable = /^[\x20-\x7e]*$/;

/**
 * Returns what is wrong with the `state` in the query that starts a sign-in for an application; nothing where it is
 * sound. An empty one counts as left out (RFC 6749 §3.1), and so does one that no application is named with.
 */
export function validateState(search: string): StateIssue | undefined {
  const query = new URLSearchParams(search);
  const [state = '', ...more] = query.getAll('state');
  if (!query.get('appId')) return undefined;
  if (more.length > 0) return 'repeated';
  if (state.length > maxStateLength) return 'length';
  return printable.test(state) ? undefined : 'characters';
}
