// Addresses, error codes and assurance of the sign-in method "google". Values only, no schemas.

export const googlePaths = {
  googleRedirect: '/api/google/redirect',
  googleAuth: '/google/auth',
  googleLink: '/api/google/link',
} as const;

export const googleErrors = {
  'google.code-missing': { status: 400, level: 'info' },
  'google.failed': { status: 401, level: 'info' },
  'google.linked-elsewhere': { status: 409, level: 'info' },
  'google.last-way-in': { status: 409, level: 'info' },
} as const;

/** RFC 8176 has no value for Google. */
export const googleAssurance = { amr: ['google'], acr: 'urn:brama:acr:1' } as const;

/** Notices above the sign-in form. */
export const googleNoticeIds = ['google-failed', 'google-unavailable'] as const;

/** Query parameter of the sign-in page → its value → the notice. */
export const googleNotices = {
  google_auth_error: { true: 'google-failed', unavailable: 'google-unavailable' },
} as const;
