// Addresses, error codes, assurance and notices of the sign-in method "google". Contains no schemas.

/**
 * The page to which Google redirects, `/google-auth`. Its address has no language; the server chooses one. Without
 * JavaScript the page is a form that posts `code`, `state` and `iss` to `paths.googleAuth`.
 */
export const googleAuthPage = 'google-auth';

/** The page that leads a browser without JavaScript to Google, after a form to link an account. It has no address. */
export const googleLinkPage = 'google-link';

export const googlePaths = {
  googleRedirect: '/api/google/redirect',
  googleAuth: '/google/auth',
  googleLink: '/api/google/link',
  googleUnlink: '/api/google/unlink',
} as const;

export const googleErrors = {
  'google.code-missing': { status: 400, level: 'info' },
  'google.failed': { status: 401, level: 'info' },
  'google.linked-elsewhere': { status: 409, level: 'info' },
  'google.last-way-in': { status: 409, level: 'info' },
} as const;

/** Query parameter of the sign-in page → its value → the notice above the form. */
export const googleNotices = {
  google_auth_error: { true: 'google-failed', unavailable: 'google-unavailable' },
} as const;

/** RFC 8176 has no value for Google. A second factor adds the level of two factors. */
export const googleAssurance = {
  amr: ['google'],
  levels: ['urn:brama:acr:1', 'urn:brama:acr:mfa'],
} as const;
