// Addresses, error codes and assurance of the sign-in method "password". Contains no schemas.

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
