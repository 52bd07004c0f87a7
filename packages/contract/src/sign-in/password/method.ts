// Addresses, error codes and assurance of the sign-in method "password", and why a new password is refused. Contains no schemas, because
// pages import this file.

export const passwordPaths = { signIn: '/api/auth', password: '/api/password' } as const;

export const passwordErrors = {
  // not 401, because the session is valid
  'password.wrong': { status: 403, level: 'info' },
  'password.refused': { status: 422, level: 'debug' },
  'password.link-over': { status: 410, level: 'info' },
} as const;

/** `pwd` is defined by RFC 8176 §2. A second factor adds the level of two factors. */
export const passwordAssurance = {
  amr: ['pwd'],
  levels: ['urn:brama:acr:1', 'urn:brama:acr:mfa'],
} as const;

/** The reasons for which the server refuses a new password. The browser has a text for each. */
export const passwordIssues = [
  'too-short',
  'too-long',
  'repeated',
  'own-name',
  'common',
  'breached',
  'same',
] as const;
export type PasswordIssue = (typeof passwordIssues)[number];
