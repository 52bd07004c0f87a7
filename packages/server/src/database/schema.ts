// The tables as the code sees them. Conventions for both databases: booleans are 0/1, times are epoch
// milliseconds, JSON is text, whatever is searched has a normalised column filled in JavaScript.

export type UsersTable = {
  id: string;
  username: string;
  /** NFKC, lower case; unique. */
  username_key: string;
  full_name: string;
  email: string | null;
  email_key: string | null;
  student_id: string | null;
  employee_id: string | null;
  /** Keyed hash (TAX_ID_KEY); the number itself is never stored. Unique. */
  tax_id_hash: string | null;
  /** JSON object: field → string or null. */
  data: string;
  /** JSON array of group names. */
  groups: string;
  /** argon2id PHC string. */
  password_hash: string | null;
  /**
   * SHA-256 of the password_hash that was given, once sign-in has replaced it by one with newer
   * parameters: by it `apply` knows that the given one is already in force.
   */
  password_renewed_from: string | null;
  /**
   * A hash of the password that was given, once its user has chosen another: by it `apply` knows that a manifest
   * which names the given one says nothing new.
   */
  password_given: string | null;
  disabled: number;
  /** Grows with every change by an administrator; guards against lost updates. */
  version: number;
  created_at: number;
  updated_at: number;
};

export type GroupsTable = {
  name: string;
  created_at: number;
  /** JSON: { uk, en }. */
  title?: string | null;
};

export type SessionsTable = {
  /** Stable public id; the secret id stands in the cookie only. */
  uid: string;
  id_hash: string;
  user_id: string;
  method: string;
  /** When the user proved who they are. */
  verified_at: number;
  created_at: number;
  seen_at: number;
  /** Absolute end; the idle end follows from seen_at. */
  expires_at: number;
  /** Encrypted (DATA_KEY), bound to this row; only where the sign-in told the number. */
  encrypted_tax_id: string | null;
  /** Two words for its owner, of closed lists, where the browser has told them. */
  browser: string | null;
  system: string | null;
};

/** Secret ids of sessions that were renewed: former ones, worth nothing by themselves, and the one in force. */
export type RenewedSessionIdsTable = { id_hash: string; session_uid: string };

export type SignInTicketsTable = {
  id_hash: string;
  user_id: string;
  method: string;
  verified_at: number;
  created_at: number;
  expires_at: number;
  consumed_at: number | null;
  /** The one attempt to sign in this ticket belongs to, where an attempt may ask for its ticket again. */
  attempt: string | null;
  /** Encrypted (DATA_KEY), bound to this row; gone once the ticket is used or has run out. */
  encrypted_tax_id: string | null;
};

export type DiiaRequestsTable = {
  /** base64 of 32 bytes: what the person signs. */
  request_id: string;
  /** Hash of the cookie of the browser that asked; empty once that browser has its session. */
  browser_hash: string;
  created_at: number;
  /** First the end of waiting for the callback, then of waiting for the browser. */
  expires_at: number;
  /** When a signature was accepted. */
  finished_at: number | null;
  /** SHA-256 of the accepted signature: the same may come again, another may not. */
  signature_hash: string | null;
  /**
   * Encrypted (DATA_KEY), bound to this row; gone once the browser has its session or whoever confirmed was
   * refused. Absent also where the person has no number.
   */
  encrypted_tax_id: string | null;
};

export type LinkedIdentitiesTable = {
  method: string;
  issuer: string;
  subject: string;
  /** One identity of each method for a user, one user for an identity. */
  user_id: string;
  /** As the issuer told it when it was linked; shown, never searched. */
  email: string | null;
  linked_at: number;
  last_used_at: number | null;
  /** Its user has unlinked it: the row names nobody any more, and says that no address links one again. */
  unlinked_at: number | null;
};

export type GoogleAttemptsTable = {
  id_hash: string;
  /** Hash of the attempt's own cookie. */
  browser_hash: string;
  purpose: string;
  /** The session that began linking. */
  session_uid: string | null;
  /** Encrypted (DATA_KEY), bound to this row: PKCE verifier and nonce; gone once the attempt is used. */
  encrypted_secrets: string | null;
  created_at: number;
  expires_at: number;
  consumed_at: number | null;
};

export type ApplicationsTable = {
  id: string;
  name: string;
  /** JSON: language → text. */
  title: string;
  description: string;
  /** JSON: "everyone" or { groups: […] }. */
  access: string;
  /** E-mail or https address of whoever looks after it. */
  contact: string | null;
  /** JSON array of sensitive facts this application may learn. */
  releases: string;
  protocol_type: string;
  /** JSON owned by the protocol; secrets in it are hashes. */
  protocol_settings: string;
  /** The name under which the protocol looks the application up, where it has one. Unique. */
  protocol_key: string | null;
  /** Grows with every change; guards against lost updates. */
  version: number;
  created_at: number;
  updated_at: number;
};

export type ApplicationTicketsTable = {
  id_hash: string;
  application_id: string;
  session_uid: string;
  user_id: string;
  method: string;
  trace_id: string;
  signed_in_at: number;
  created_at: number;
  expires_at: number;
  /** First time the application read it. */
  read_at: number | null;
};

/** A request of an application that waits until its browser has signed in. */
export type SuspendedRequestsTable = {
  id_hash: string;
  /** Hash of the cookie of the browser that brought it. */
  browser_hash: string;
  /** Encrypted (DATA_KEY), bound to this row, as what follows: whose request it is, and what it asks for. */
  encrypted_request: string;
  /** What its protocol remembers of it. */
  encrypted_state: string | null;
  created_at: number;
  /** Soon, until its browser has come back with its id. */
  expires_at: number;
};

/** What one application may do for one session; offline access outlives it. */
export type OidcGrantsTable = {
  /** Another one after a revocation: whatever hangs on the old one is dead. */
  id: string;
  /** Empties by itself when the session ends. */
  session_uid: string | null;
  client_id: string;
  user_id: string;
  /** Names the session to the application, for its sign-out. */
  sid: string;
  created_at: number;
  expires_at: number;
  /** Once the session is over: when the application is to be told, again if need be; empty when it has been. */
  logout_due_at: number | null;
  logout_attempts: number;
  /** When its tokens were revoked; empty again once its application has been opened in the same session. */
  revoked_at: number | null;
};

/** What a user has agreed that an application of others may learn; one row for the two. */
export type OidcConsentsTable = {
  user_id: string;
  application_id: string;
  /** JSON array of scopes. */
  scopes: string;
  /** JSON: indicator of a service → scopes there. */
  resources: string;
  created_at: number;
  updated_at: number;
};

/** Codes, tokens and other short-lived records of the OpenID Connect library. */
export type OidcTokensTable = {
  id_hash: string;
  model: string;
  grant_id: string | null;
  /** Of a refresh token: hash of the one it came in place of. */
  predecessor: string | null;
  /** Hash of the authorization code that the token goes back to. */
  code_hash: string | null;
  /** JSON; never the token itself. */
  payload: string;
  expires_at: number;
  consumed_at: number | null;
};

/** A device that waits for a person to sign in elsewhere. */
export type OidcDeviceCodesTable = {
  /** Hash of what the device polls with. */
  device_code_hash: string;
  /** Keyed hash of what the person types: it is too short for a plain one. */
  user_code_hash: string;
  /** Encrypted (DATA_KEY), bound to this row: JSON with neither of the two codes. */
  encrypted_payload: string;
  created_at: number;
  expires_at: number;
  /** A person has said yes or no, or the request has failed. */
  decided_at: number | null;
  consumed_at: number | null;
  polled_at: number | null;
  /** Grows with every poll that comes too soon. */
  interval_seconds: number;
};

export type OidcKeysTable = {
  kid: string;
  alg: string;
  /** JWK, encrypted (DATA_KEY), bound to this row. */
  encrypted_private_key: string;
  created_at: number;
  /** Published before, so that every application knows it by then. */
  signs_from: number;
};

/** Manifests applied with `--once`. */
export type AppliedManifestsTable = { name: string; applied_at: number };

/** How often something has been tried of late. */
export type RateLimitsTable = {
  /** Name of the limit and keyed hash of who or what is counted: names typed may be passwords. */
  key: string;
  attempts: number;
  /** The next try is free from this moment; of a rate, the moment it is counted up to. */
  allowed_at: number;
  /** Then it is as if nothing had been tried. */
  expires_at: number;
};

/** Browsers people have signed in from. */
export type TrustedDevicesTable = {
  device_hash: string;
  user_id: string;
  seen_at: number;
};

/** A link to a new password that is on its way; one for each user. */
export type PasswordResetsTable = {
  user_id: string;
  token_hash: string;
  expires_at: number;
  /** The one before it. */
  previous_token_hash: string | null;
  previous_expires_at: number | null;
};

export type Tables = {
  users: UsersTable;
  groups: GroupsTable;
  sessions: SessionsTable;
  renewed_session_ids: RenewedSessionIdsTable;
  sign_in_tickets: SignInTicketsTable;
  diia_requests: DiiaRequestsTable;
  linked_identities: LinkedIdentitiesTable;
  google_attempts: GoogleAttemptsTable;
  applications: ApplicationsTable;
  application_tickets: ApplicationTicketsTable;
  suspended_requests: SuspendedRequestsTable;
  oidc_grants: OidcGrantsTable;
  oidc_consents: OidcConsentsTable;
  oidc_tokens: OidcTokensTable;
  oidc_device_codes: OidcDeviceCodesTable;
  oidc_keys: OidcKeysTable;
  applied_manifests: AppliedManifestsTable;
  rate_limits: RateLimitsTable;
  password_resets: PasswordResetsTable;
  trusted_devices: TrustedDevicesTable;
};
