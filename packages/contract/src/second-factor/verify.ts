// Addresses and error codes of the pages on which a user enters a second factor. Contains no schemas.

import { secondFactorPath } from '../paths.ts';

/** Below the language. */
export const recoveryCodePath = `${secondFactorPath}/recovery-code`;

/** Not among `paths`, because only the page for a passkey needs them. */
export const verifyPaths = {
  passkeyOptions: '/api/second-factor/passkey/options',
  passkey: '/api/second-factor/passkey',
} as const;

export const verifyErrors = {
  'second-factor.wrong-code': { status: 401, level: 'info' },
  'second-factor.throttled': { status: 429, level: 'info' },
  // no sign-in waits for a second factor: it has expired, or there were too many wrong codes
  'second-factor.over': { status: 401, level: 'info' },
} as const;
