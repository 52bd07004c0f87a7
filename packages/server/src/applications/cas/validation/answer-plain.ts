// The answer of CAS 1.0 (CAS Protocol 3.0.3 §2.4). Pure.

/** The specification ends after `yes`; clients of CAS 1.0 read the username from the second line. */
export function writePlainAnswer(username: string | undefined) {
  const body = username === undefined ? 'no\n\n' : `yes\n${username}\n`;
  return { type: 'text/plain; charset=utf-8', body };
}
