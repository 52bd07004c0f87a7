import type { PinnedMethod } from './pinned-method.ts';

export const pinned: PinnedMethod = {
  errors: { 'password.wrong': 403, 'password.refused': 422, 'password.link-over': 410 },
  paths: { signIn: '/api/auth', password: '/api/password' },
  settings: [],
  notices: [],
  events: {
    'password.changed': 'user how',
    'password.change-refused': 'network user?',
    'password.reset-asked': 'network user?',
    'password.reset-refused': 'network',
  },
  eventsOfErrors: {
    'password.wrong': 'password.change-refused',
    'password.link-over': 'password.reset-refused',
  },
};
