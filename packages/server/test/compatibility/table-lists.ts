// Names that must not change; `tables.test.ts` compares. A new name is added here, that of a sign-in method in `methods/`.

/** Error code → HTTP status. */
export const errorStatuses = {
  'request.malformed': 400,
  'request.invalid': 400,
  'request.too-large': 413,
  'request.unsupported-type': 415,
  'request.method-not-allowed': 405,
  'request.not-found': 404,
  'request.foreign-origin': 403,
  'request.timeout': 408,
  'request.too-many': 429,
  'sign-in.invalid-credentials': 401,
  'sign-in.ticket-refused': 401,
  'sign-in.throttled': 429,
  'session.required': 401,
  'session.not-recent': 403,
  'session.user-changed': 409,
  'application.credentials-refused': 401,
  'application.ticket-refused': 404,
  internal: 500,
  busy: 503,
  unavailable: 503,
};

/** Errors that an application may receive for a ticket. */
export const ticketErrors = {
  'request.malformed': 400,
  'request.invalid': 400,
  'application.credentials-refused': 401,
  'application.ticket-refused': 404,
  'request.unsupported-type': 415,
  'request.too-many': 429,
  busy: 503,
  unavailable: 503,
};

/** Security event → its facts; `?` marks one that may be missing. */
export const securityEventFacts = {
  'sign-in.succeeded': 'user session method network',
  'sign-in.refused': 'method reason network user? account? fault?',
  'sign-in.throttled': 'method network',
  'session.ended': 'session reason user?',
  'access.granted': 'user application',
  'access.declined': 'user application',
  'access.withdrawn': 'user application',
  'device.allowed': 'user client',
  'client.refused': 'network application? client? reason? detail? fact?',
  'token.reused': 'reason network client? user? detail? fact?',
  'request.throttled': 'network client?',
  'request.foreign-origin': 'network',
  'registration.permitted': '',
  'registration.created': 'client network',
  'registration.refused': 'reason network',
  'registration.removed': 'client',
  'keys.rotated': 'how',
  'manifest.applied': 'groups users applications passwords',
};

/** Error code → the security event that it is logged as. */
export const eventsOfErrors = {
  'sign-in.throttled': 'sign-in.throttled',
  'application.credentials-refused': 'client.refused',
  'request.too-many': 'request.throttled',
  'request.foreign-origin': 'request.foreign-origin',
};

/** In the order of the manual; the settings of the methods stand between. */
export const settingNamesBeforeMethods = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'BASE_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'BRAMA_DEMO',
  'ORGANISATION_NAME_UK',
  'ORGANISATION_NAME_EN',
  'ORGANISATION_LOGO',
  'SUPPORT_EMAIL',
  'SECURITY_CONTACT',
  'SUPPORT_BOT_EMPLOYEES',
  'SUPPORT_BOT_STUDENTS',
  'TAX_ID_KEY',
  'DATA_KEY',
];
export const settingNamesAfterMethods = [
  'SMTP_URL',
  'MAIL_FROM',
  'SESSION_IDLE_SECONDS',
  'SESSION_ABSOLUTE_SECONDS',
  'DEVICE_ABSOLUTE_SECONDS',
  'SIGN_IN_TICKET_SECONDS',
  'APPLICATION_TICKET_SECONDS',
  'PASSWORD_MIN_LENGTH',
  'HASH_THREADS',
  'HASH_QUEUE',
  'RATE_LIMIT_FREE_TRIES',
  'RATE_LIMIT_USER_PER_HOUR',
  'RATE_LIMIT_ADDRESS_PER_MINUTE',
  'RATE_LIMIT_STARTS_PER_MINUTE',
  'RATE_LIMIT_SECRETS_PER_MINUTE',
  'TRUST_PROXY',
  'OIDC_REGISTRATION',
  'OUTBOUND_ALLOW',
  'LOG_LEVEL',
];

export const contractPaths = {
  startSession: '/api/auth/internal',
  signOut: '/api/auth/logout',
  signInMethods: '/api/sign-in/methods',
  user: '/user',
  session: '/api/session',
  userAlias: '/api/user',
  access: '/api/access',
  endAccess: '/api/access/end',
  sessions: '/api/sessions',
  endSession: '/api/sessions/end',
  endOtherSessions: '/api/sessions/end-others',
  appRedirect: '/api/app-redirect',
  withoutLevel: '/api/app-redirect/without-level',
  ticket: '/api/ticket',
  sandboxTicket: '/api/sandbox/ticket',
  knownApplications: '/api/known-applications',
  locales: '/locales/:lng/:ns.json',
  addLocaleKey: '/locales/add/:lng/:ns',
  pageErrors: '/api/page-errors',
  health: '/healthz',
  ready: '/readyz',
};

export const contractNames = {
  changePasswordPath: '/.well-known/change-password',
  consentPages: '/oidc/consent/',
  devicePath: '/device',
  passwordPath: 'password',
  userHashHeader: 'brama-user-hash',
  userHashParameter: 'userHash',
  languages: 'uk en',
  apiPrefixes: '/api /oidc /google /.well-known /locales /assets /v1',
  returnParameters: 'appId state request',
};

/** The methods of version 0.2.0, in the order in which pages show them. */
export const firstMethodIds = ['password', 'diia', 'google'];

/** The notices of the methods stand between. */
export const loginNoticesBeforeMethods = [
  'none',
  'invalid-credentials',
  'throttled',
  'unavailable',
];
export const loginNoticesAfterMethods = [
  'session-ended',
  'sign-in-again',
  'signed-out',
  'signed-out-partly',
  'password-changed',
];

/** What applications read at /.well-known/openid-configuration. */
export const discovery = {
  acr_values_supported: ['urn:brama:acr:1', 'urn:brama:acr:2'],
  authorization_endpoint: 'http://localhost:3000/oidc/auth',
  device_authorization_endpoint: 'http://localhost:3000/oidc/device/auth',
  claims_parameter_supported: true,
  claims_supported: [
    'sub',
    'sid',
    'auth_time',
    'acr',
    'amr',
    'name',
    'preferred_username',
    'email',
    'email_verified',
    'groups',
    'student_id',
    'employee_id',
    'eduperson_affiliation',
    'tax_id',
    'iss',
  ],
  code_challenge_methods_supported: ['S256'],
  end_session_endpoint: 'http://localhost:3000/oidc/logout',
  grant_types_supported: [
    'authorization_code',
    'refresh_token',
    'client_credentials',
    'urn:ietf:params:oauth:grant-type:device_code',
  ],
  issuer: 'http://localhost:3000',
  jwks_uri: 'http://localhost:3000/oidc/jwks',
  authorization_response_iss_parameter_supported: true,
  response_modes_supported: ['query', 'form_post'],
  response_types_supported: ['code'],
  scopes_supported: ['openid', 'profile', 'email', 'groups', 'campus', 'tax_id', 'offline_access'],
  subject_types_supported: ['public', 'pairwise'],
  token_endpoint_auth_methods_supported: [
    'client_secret_basic',
    'client_secret_post',
    'private_key_jwt',
    'none',
  ],
  token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256', 'EdDSA'],
  token_endpoint: 'http://localhost:3000/oidc/token',
  id_token_signing_alg_values_supported: ['ES256', 'RS256', 'EdDSA'],
  pushed_authorization_request_endpoint: 'http://localhost:3000/oidc/par',
  request_uri_parameter_supported: false,
  request_parameter_supported: true,
  request_object_signing_alg_values_supported: ['ES256', 'RS256', 'EdDSA'],
  userinfo_endpoint: 'http://localhost:3000/oidc/userinfo',
  introspection_endpoint: 'http://localhost:3000/oidc/introspect',
  dpop_signing_alg_values_supported: ['ES256', 'RS256', 'EdDSA'],
  revocation_endpoint: 'http://localhost:3000/oidc/revoke',
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
  claim_types_supported: ['normal'],
};
