// Addresses of account recovery. Imports nothing, because the sign-in page imports this file and must stay small.

/** The page “I can’t sign in”, below the language. */
export const recoveryPath = 'recovery';

/** The page on which a signed-in user sets the secondary email address, below the language. */
export const secondaryEmailPath = 'secondary-email';

/** With a recovered sign-in: the options for a passkey, and the new passkey. */
export const recoveryPaths = {
  recoveryPasskeyOptions: '/api/recovery/passkey/options',
  recoveryPasskey: '/api/recovery/passkey',
} as const;
