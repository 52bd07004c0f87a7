// Policies, addresses and error codes of second factors. Contains no schemas.

import { secondFactorPath } from '../paths.ts';

/** `off`: no user is asked. `offered`: users who have set up a second factor are asked. `required`: every user must set one up. */
export const secondFactorPolicies = ['off', 'offered', 'required'] as const;
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

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

/** Below the language. */
export const recoveryCodePath = `${secondFactorPath}/recovery-code`;

/** Not among `paths`, because only the page for a passkey needs them. */
export const verifyPaths = {
  passkeyOptions: '/api/second-factor/passkey/options',
  passkey: '/api/second-factor/passkey',
} as const;

export const secondFactorErrors = {
  'second-factor.wrong-code': { status: 401, level: 'info' },
  'second-factor.throttled': { status: 429, level: 'info' },
  // no sign-in waits for a second factor: it has expired, or there were too many wrong codes
  'second-factor.over': { status: 401, level: 'info' },
  // the policy requires a second factor, and the user would have none
  'second-factor.required': { status: 409, level: 'info' },
} as const;
