import type { PinnedMethod } from './pinned-method.ts';

export const pinned: PinnedMethod = {
  errors: {
    'passkey.unknown': 401,
    'passkey.refused': 401,
    'passkey.options-over': 401,
    'passkey.not-added': 422,
    'passkey.already-added': 409,
    'passkey.too-many': 409,
    'passkey.last-way-in': 409,
  },
  paths: {
    passkeyOptions: '/api/passkey/options',
    passkeySignIn: '/api/passkey/sign-in',
    passkeys: '/api/passkeys',
    newPasskeyOptions: '/api/passkeys/options',
    addPasskey: '/api/passkeys/add',
    renamePasskey: '/api/passkeys/rename',
    removePasskey: '/api/passkeys/remove',
    passkeyOffer: '/api/passkeys/offer',
    relatedOrigins: '/.well-known/webauthn',
  },
  settings: ['PASSKEYS', 'PASSKEY_RP_ID', 'PASSKEY_RELATED_ORIGINS', 'PASSKEY_IDENTITY_DAYS'],
  notices: [],
  events: {
    'passkey.added': 'user passkey',
    'passkey.removed': 'user passkey',
    'passkey.add-refused': 'reason network user',
    'passkey.counter-fell': 'user passkey network',
  },
  eventsOfErrors: {},
};
