// Validates the `state` that an application sends at the start of a sign-in and receives back at the end.

/** In characters. */
export const maxStateLength = 1024;

export type StateIssue = 'repeated' | 'length' | 'characters';

/** VSCHAR of RFC 6749, appendix A.5: every application reads these characters back as it sent them. */
const printable = /^[\x20-\x7e]*$/;

/**
 * Returns what is wrong with the `state` in the query that starts a sign-in, or undefined. An empty `state` counts as
 * missing (RFC 6749 §3.1). Without an application the `state` is not used and not checked.
 */
export function validateState(search: string): StateIssue | undefined {
  const query = new URLSearchParams(search);
  const [state = '', ...more] = query.getAll('state');
  if (!query.get('appId')) return undefined;
  if (more.length > 0) return 'repeated';
  if (state.length > maxStateLength) return 'length';
  return printable.test(state) ? undefined : 'characters';
}
