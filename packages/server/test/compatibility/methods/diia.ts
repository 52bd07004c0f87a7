import type { PinnedMethod } from './pinned-method.ts';

export const pinned: PinnedMethod = {
  errors: { 'diia.not-linked': 403, 'diia.request-unknown': 404 },
  paths: {
    diiaAppLink: '/api/diia/app-link',
    diiaCheckRequest: '/api/diia/check-request',
    diiaCallback: '/api/diia/callback',
  },
  settings: [
    'DIIA_HOST',
    'DIIA_ACQUIRER_TOKEN',
    'DIIA_AUTH_TOKEN',
    'DIIA_BRANCH_ID',
    'DIIA_OFFER_ID',
    'DIIA_CA_DIR',
    'DIIA_LINK_ORIGIN',
    'DIIA_LOGO',
  ],
  notices: [],
  events: { 'diia.callback-refused': 'reason network' },
  eventsOfErrors: {},
};
