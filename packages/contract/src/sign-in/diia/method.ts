// Addresses, error codes and assurance of the sign-in method "diia". Contains no schemas.

export const diiaPaths = {
  diiaAppLink: '/api/diia/app-link',
  diiaCheckRequest: '/api/diia/check-request',
  diiaCallback: '/api/diia/callback',
} as const;

export const diiaErrors = {
  'diia.not-linked': { status: 403, level: 'info' },
  'diia.request-unknown': { status: 404, level: 'debug' },
} as const;

/** RFC 8176 has no value for Diia. A second factor adds the level of two factors. */
export const diiaAssurance = {
  amr: ['diia'],
  levels: ['urn:brama:acr:1', 'urn:brama:acr:2', 'urn:brama:acr:mfa'],
} as const;
