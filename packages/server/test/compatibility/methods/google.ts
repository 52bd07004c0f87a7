import type { PinnedMethod } from './pinned-method.ts';

export const pinned: PinnedMethod = {
  errors: {
    'google.code-missing': 400,
    'google.failed': 401,
    'google.linked-elsewhere': 409,
    'google.last-way-in': 409,
  },
  paths: {
    googleRedirect: '/api/google/redirect',
    googleUnlink: '/api/google/unlink',
    googleAuth: '/google/auth',
    googleLink: '/api/google/link',
  },
  settings: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_HOSTED_DOMAINS', 'GOOGLE_ISSUER'],
  notices: ['google-failed', 'google-unavailable'],
  events: {
    'google.linked': 'user account how',
    'google.unlinked': 'user',
    'google.link-refused': 'reason network user? account? fault?',
  },
  eventsOfErrors: {},
};
