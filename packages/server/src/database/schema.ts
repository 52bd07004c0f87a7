// The tables as TypeScript types. Both databases store booleans as 0/1, times in epoch milliseconds, and JSON as
// text. Searches use normalised columns, which the server fills.

import type {
  ApiTokensTable,
  ApprovalsTable,
  BulkChangeRowsTable,
  BulkChangesTable,
  IdempotentRequestObjectsTable,
  IdempotentRequestsTable,
  UserRolesTable,
} from './tables/admin-tables.ts';
import type {
  ApplicationIconsTable,
  ApplicationLogoutsTable,
  ApplicationOwnersTable,
  ApplicationRefusalsTable,
  ApplicationSecretUsesTable,
  ApplicationSignInsTable,
  ApplicationStepsTable,
  ApplicationsTable,
  ApplicationTicketsTable,
  UserApplicationsTable,
} from './tables/application-tables.ts';
import type { CasProxyGrantsTable, CasTicketsTable } from './tables/cas-tables.ts';
import type {
  AccessCodesTable,
  PasskeyOffersTable,
  PasskeysTable,
  PendingSignInsTable,
  RecoveryCodesTable,
  RecoveryLinksTable,
  RememberedBrowsersTable,
  SecondaryEmailsTable,
  TotpFactorsTable,
  UsedPasskeyChallengesTable,
} from './tables/factor-tables.ts';
import type {
  ImportFilesTable,
  ImportInvitationsTable,
  ImportRowsTable,
  ImportsTable,
  SourcedUsersTable,
  SourceLinksTable,
  SourcesTable,
} from './tables/source-tables.ts';
import type {
  FormerUsernamesTable,
  GroupMembersTable,
  GroupsTable,
  GuestWarningsTable,
  MembershipPeriodsTable,
  QueuedNoticesTable,
  SignInAttemptsTable,
  UsersTable,
} from './tables/user-tables.ts';

/** The texts by which users are searched and sorted by name. Triggers add, empty and delete rows as `users` changes. */
export type UserSearchTable = {
  user_id: string;
  /** Null until the server has filled it. */
  text: string | null;
  username_key: string;
  name_key: string;
  created_at: number;
  /** Increases with every change of the user that empties the text. */
  version: number;
  /** 0: never. The job follows the events. */
  last_sign_in_at?: number;
};

/** Servers that run, or ran until a minute ago. */
export type NodesTable = {
  id: string;
  host: string;
  version: string;
  started_at: number;
  seen_at: number;
};

export type SessionsTable = {
  /** Stable public id. The secret id is stored only in the cookie. */
  uid: string;
  id_hash: string;
  user_id: string;
  method: string;
  /** When the user authenticated. */
  verified_at: number;
  created_at: number;
  seen_at: number;
  /** Absolute expiry; the idle expiry depends on `seen_at`. */
  expires_at: number;
  /** Encrypted (DATA_KEY), bound to this row; null unless the sign-in method returned the number. */
  encrypted_tax_id: string | null;
  /** Browser and system from closed lists, for the user; null if the browser sends neither. */
  browser: string | null;
  system: string | null;
  /** 1 if the user chose a shared computer: the session has a shorter idle lifetime. */
  shared_computer?: number | undefined;
  /** RFC 8176 values of the last sign-in, with spaces between; null for those of its method. */
  amr?: string | null | undefined;
  /** When Diia proved the identity that a passkey stands for; null for other methods. */
  identity_verified_at?: number | null | undefined;
  /** The `verified_at` that `amr` and `identity_verified_at` belong to. After another one they are void. */
  assured_at?: number | null | undefined;
  /** The `verified_at` of the sign-in in which the second factor was added, if no older one was shown. After another one it is void. */
  new_factor_at?: number | null | undefined;
};

/** Secret ids of renewed sessions: former ones, which sign no user in, and the current one. */
export type RenewedSessionIdsTable = { id_hash: string; session_uid: string };

export type SignInTicketsTable = {
  id_hash: string;
  user_id: string;
  method: string;
  verified_at: number;
  created_at: number;
  expires_at: number;
  consumed_at: number | null;
  /** The sign-in attempt of this ticket, if the method may return the same ticket again. */
  attempt: string | null;
  /** Encrypted (DATA_KEY), bound to this row; null after the ticket is used or has expired. */
  encrypted_tax_id: string | null;
  /** As in `sessions`. */
  amr?: string | null | undefined;
  identity_verified_at?: number | null | undefined;
};

export type DiiaRequestsTable = {
  /** base64 of 32 bytes, which the user signs. */
  request_id: string;
  /** Hash of the cookie of the browser that started the request; null after that browser has its session. */
  browser_hash: string;
  created_at: number;
  /** First the expiry of the wait for the callback, then of the wait for the browser. */
  expires_at: number;
  /** When a signature was accepted. */
  finished_at: number | null;
  /** SHA-256 of the accepted signature. The same signature may be sent again, another one is rejected. */
  signature_hash: string | null;
  /**
   * Encrypted (DATA_KEY), bound to this row. Null after the browser has its session or the user was refused, and for
   * users without a number.
   */
  encrypted_tax_id: string | null;
};

export type LinkedIdentitiesTable = {
  method: string;
  issuer: string;
  subject: string;
  /** Unique per method: one identity for each user, and one user for each identity. */
  user_id: string;
  /** As the issuer returned it at linking. Shown, never searched. */
  email: string | null;
  linked_at: number;
  last_used_at: number | null;
  /** When the user unlinked it. The row then names no identity, but prevents linking by email address. */
  unlinked_at: number | null;
};

export type GoogleAttemptsTable = {
  id_hash: string;
  /** Hash of the cookie of this attempt. */
  browser_hash: string;
  purpose: string;
  /** The session from which the user started linking. */
  session_uid: string | null;
  /** PKCE verifier and nonce, encrypted (DATA_KEY), bound to this row; null after the attempt is used. */
  encrypted_secrets: string | null;
  created_at: number;
  expires_at: number;
  consumed_at: number | null;
};

/** Suspended authorization requests: requests of applications that wait for a sign-in. */
export type SuspendedRequestsTable = {
  id_hash: string;
  /** Hash of the cookie of the browser that sent it. */
  browser_hash: string;
  /** The request and its requirements, encrypted (DATA_KEY), bound to this row. */
  encrypted_request: string;
  /** State that the protocol stores with it, encrypted in the same way. */
  encrypted_state: string | null;
  created_at: number;
  /** Two minutes until the browser returns with its id, longer afterwards. */
  expires_at: number;
};

/** What one application may do for one session. Offline access continues after the session. */
export type OidcGrantsTable = {
  /** Changes at a revocation, so that tokens of the old id become invalid. */
  id: string;
  /** Set to null by the database when the session ends. */
  session_uid: string | null;
  client_id: string;
  user_id: string;
  /** Identifies the session to the application for logout. */
  sid: string;
  created_at: number;
  expires_at: number;
  /** When to notify the application of the ended session; later after a failed attempt, null after success. */
  logout_due_at: number | null;
  logout_attempts: number;
  /** When its tokens were revoked; null again after the next launch of its application in the same session. */
  revoked_at: number | null;
};

/** Consents of users to third-party applications. One row for each user and application. */
export type OidcConsentsTable = {
  user_id: string;
  application_id: string;
  /** JSON array of scopes. */
  scopes: string;
  /** JSON: resource indicator of a service → scopes there. */
  resources: string;
  created_at: number;
  updated_at: number;
};

/** Codes, tokens and other short-lived records of oidc-provider. */
export type OidcTokensTable = {
  id_hash: string;
  model: string;
  grant_id: string | null;
  /** For a refresh token: hash of the token that it replaced. */
  predecessor: string | null;
  /** Hash of the authorization code from which the token was issued. */
  code_hash: string | null;
  /** JSON; never the token itself. */
  payload: string;
  expires_at: number;
  consumed_at: number | null;
};

/** Devices that wait until a user signs in on another device (RFC 8628). */
export type OidcDeviceCodesTable = {
  /** Hash of the code with which the device polls. */
  device_code_hash: string;
  /** Keyed hash of the code that the user types, which is too short for a plain hash. */
  user_code_hash: string;
  /** JSON without the two codes, encrypted (DATA_KEY), bound to this row. */
  encrypted_payload: string;
  created_at: number;
  expires_at: number;
  /** When the user allowed or denied it, or the request failed. */
  decided_at: number | null;
  consumed_at: number | null;
  polled_at: number | null;
  /** Increases with every poll that comes too early. */
  interval_seconds: number;
};

export type OidcKeysTable = {
  kid: string;
  alg: string;
  /** JWK, encrypted (DATA_KEY), bound to this row. */
  encrypted_private_key: string;
  created_at: number;
  /** Later than its publication, so that applications have the key before it signs. */
  signs_from: number;
};

/** Manifests applied with `--once`. */
export type AppliedManifestsTable = { name: string; applied_at: number };

/** Counters of attempts. */
export type RateLimitsTable = {
  /** Name of the limit and keyed hash of the subject. The hash is needed because typed names may be passwords. */
  key: string;
  /** Keyed hash of the user whose attempts are counted, or of the typed name; null if the limit is not about one user. */
  account: string | null;
  attempts: number;
  /** Backoff: time of the next allowed attempt. Rate: time up to which attempts are counted. */
  allowed_at: number;
  /** From then on the counter starts from zero. */
  expires_at: number;
};

/** Browsers in which users have signed in. */
export type TrustedDevicesTable = {
  device_hash: string;
  user_id: string;
  seen_at: number;
  /** When the user first passed a second factor there. */
  second_factor_at?: number | null;
};

/** Password reset links, one row for each user. */
export type PasswordResetsTable = {
  user_id: string;
  token_hash: string;
  expires_at: number;
  /** Hash of the previous link. */
  previous_token_hash: string | null;
  previous_expires_at: number | null;
  /** Of an invitation: the address to which it was sent. */
  invited_email: string | null;
  /** Of a reset link: the address to which it was sent; null for a link that an earlier release has sent. */
  reset_email?: string | null;
};

/** What has happened to users and their accounts, for 90 days. Closed facts only: no secrets, no typed text. */
export type EventsTable = {
  /** Random; for counted events a hash of what is counted together. */
  id: string;
  /** Of a counted event: the last time. */
  at: number;
  type: string;
  /** How many events the row stands for. */
  count: number;
  /** Who caused it: a word of a closed list. */
  actor: string;
  actor_id: string | null;
  /** Whom it concerns. */
  user_id: string | null;
  application_id: string | null;
  session_uid: string | null;
  method: string | null;
  network: string | null;
  browser: string | null;
  system: string | null;
  /** JSON object of words from closed lists. */
  details: string | null;
};

/** What the installation records about itself, by name. */
export type InstallationTable = {
  name: string;
  value: string;
  recorded_at: number;
};

export type Tables = {
  users: UsersTable;
  groups: GroupsTable;
  group_members: GroupMembersTable;
  membership_periods: MembershipPeriodsTable;
  guest_warnings: GuestWarningsTable;
  queued_notices: QueuedNoticesTable;
  former_usernames: FormerUsernamesTable;
  sources: SourcesTable;
  source_links: SourceLinksTable;
  sourced_users: SourcedUsersTable;
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  import_files: ImportFilesTable;
  import_invitations: ImportInvitationsTable;
  approvals: ApprovalsTable;
  sessions: SessionsTable;
  renewed_session_ids: RenewedSessionIdsTable;
  sign_in_tickets: SignInTicketsTable;
  sign_in_attempts: SignInAttemptsTable;
  diia_requests: DiiaRequestsTable;
  linked_identities: LinkedIdentitiesTable;
  google_attempts: GoogleAttemptsTable;
  applications: ApplicationsTable;
  application_owners: ApplicationOwnersTable;
  application_secret_uses: ApplicationSecretUsesTable;
  application_sign_ins: ApplicationSignInsTable;
  application_steps: ApplicationStepsTable;
  application_refusals: ApplicationRefusalsTable;
  application_logouts: ApplicationLogoutsTable;
  application_icons: ApplicationIconsTable;
  user_applications: UserApplicationsTable;
  application_tickets: ApplicationTicketsTable;
  suspended_requests: SuspendedRequestsTable;
  oidc_grants: OidcGrantsTable;
  oidc_consents: OidcConsentsTable;
  oidc_tokens: OidcTokensTable;
  oidc_device_codes: OidcDeviceCodesTable;
  oidc_keys: OidcKeysTable;
  cas_tickets: CasTicketsTable;
  cas_proxy_grants: CasProxyGrantsTable;
  applied_manifests: AppliedManifestsTable;
  rate_limits: RateLimitsTable;
  password_resets: PasswordResetsTable;
  trusted_devices: TrustedDevicesTable;
  passkeys: PasskeysTable;
  used_passkey_challenges: UsedPasskeyChallengesTable;
  passkey_offers: PasskeyOffersTable;
  totp_factors: TotpFactorsTable;
  recovery_codes: RecoveryCodesTable;
  remembered_browsers: RememberedBrowsersTable;
  pending_sign_ins: PendingSignInsTable;
  secondary_emails: SecondaryEmailsTable;
  /** A new address, until it takes the place of the one in `secondary_emails`. */
  secondary_email_changes: SecondaryEmailsTable;
  recovery_links: RecoveryLinksTable;
  access_codes: AccessCodesTable;
  user_search: UserSearchTable;
  user_roles: UserRolesTable;
  api_tokens: ApiTokensTable;
  bulk_changes: BulkChangesTable;
  bulk_change_rows: BulkChangeRowsTable;
  idempotent_requests: IdempotentRequestsTable;
  idempotent_request_objects: IdempotentRequestObjectsTable;
  events: EventsTable;
  installation: InstallationTable;
  nodes: NodesTable;
};
