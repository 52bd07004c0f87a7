// Addresses and error codes of setting up and managing second factors. Contains no schemas.

/** Below the language: forms of the pages. */
export const setUpPath = 'second-factor/set-up';
export const skipPath = 'second-factor/skip';
export const newCodesPath = 'second-factor/codes';

export const setUpPaths = {
  /** For a sign-in that waits for the set-up. */
  setUpPasskeyOptions: '/api/second-factor/set-up/passkey-options',
  turnOffSecondFactor: '/api/second-factor/turn-off',
  forgetBrowser: '/api/second-factor/browsers/forget',
} as const;

export const setUpErrors = {
  // the policy requires a second factor, and the user would have none
  'second-factor.required': { status: 409, level: 'info' },
} as const;
