// Names the pages that the server renders. Imports nothing, because pages import it and must stay small.

/** The page of every unknown path. */
export const notFoundPage = 'not-found';

/** The screen to which the sandbox redirects the browser with a ticket. No link of this page may contain the ticket. */
export const sandboxPage = 'button-wizard/received';

/** Pages that a user sees between an application and the end of a sign-in. */
export const interactionPages = [
  'consent',
  'native-confirm',
  'no-access',
  'no-method',
  'level-needed',
  'request-over',
  'request-refused',
  'sign-out',
  'signed-out',
  'try-again',
  'device',
  'device-again',
  'device-confirm',
  'device-done',
  'device-refused',
] as const;
export type InteractionPage = (typeof interactionPages)[number];

/** Password pages: change, first password, sign in again, done, forgotten, email sent, reset. */
export const passwordPages = [
  'password',
  'password-set',
  'password-recent',
  'password-changed',
  'password-forgot',
  'password-sent',
  'password-reset',
] as const;
export type PasswordPage = (typeof passwordPages)[number];

/** Pages that ask for a second factor: the code of an app or a passkey, and a recovery code. */
export const verifyPages = ['second-factor', 'second-factor-recovery'] as const;
export type VerifyPage = (typeof verifyPages)[number];
/** Recovery: options; a link to the secondary address; access code; new way to sign in. Then the pages of that address. */
export const recoveryPages = [
  'recovery',
  'recovery-email',
  'recovery-sent',
  'recovery-link',
  'recovery-access-code',
  'recovery-set-up',
  'secondary-email',
  'secondary-email-confirm',
  'secondary-email-confirmed',
] as const;
export type RecoveryPage = (typeof recoveryPages)[number];

/** Pages where users set up a second factor, and receive recovery codes. */
export const setUpPages = ['second-factor-set-up', 'second-factor-codes'] as const;

/** Set-up of a new installation: one-time code, form, result. */
export const installationPages = ['setup-code', 'setup-form', 'setup-done'] as const;
export type InstallationPage = (typeof installationPages)[number];

/** The error page, which a navigating browser gets instead of an error code. */
export const errorPageId = 'trouble';

/** Replaces a response when a request comes from a page of another user than the one signed in. */
export const userChangedPage = 'user-changed';
