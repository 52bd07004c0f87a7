// Names the pages that the server renders. Light on purpose: the pages themselves import it.

/** The page of every unknown path. */
export const notFoundPage = 'not-found';

/** The screen to which the sandbox brings the browser back with a ticket, which no link of the page may keep. */
export const sandboxPage = 'button-wizard/received';

/** Pages between an application and a user: each says why it is shown, and leads on. */
export const interactionPages = [
  'consent',
  'native-confirm',
  'no-access',
  'no-method',
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

/** The page a user gets where a program would get an error code. */
export const errorPageId = 'trouble';

/** Replaces a response when a request comes from a page of another user than the one signed in. */
export const userChangedPage = 'user-changed';
