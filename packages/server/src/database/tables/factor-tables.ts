// Tables of passkeys, second factors and account recovery.

import type { Generated } from 'kysely';

export type PasskeysTable = {
  id: string;
  user_id: string;
  /** base64url. Unique: an authenticator never uses it again. */
  credential_id: string;
  /** COSE_Key in base64url. */
  public_key: string;
  /** The last signature counter; 0 for authenticators without one. */
  counter: number;
  /** Type of the authenticator. Not attested: it names the passkey and decides nothing. */
  aaguid: string;
  /** How browsers reach the authenticator, with spaces between. */
  transports: string;
  /** 1 if the passkey may be copied to other devices. Never changes. */
  backup_eligible: number;
  /** 1 if it was copied at the last use. */
  backed_up: number;
  name: string;
  created_at: number;
  last_used_at: number | null;
  /** When Diia proved the identity of the user who then added the passkey. */
  identity_verified_at: number | null;
  /** The `tax_id_hash` of the user at that time. If the user gets another one, the proof is void. */
  identity_subject: string | null;
};

/** WebAuthn challenges that were used. They are stored until they expire, so that none works twice. */
export type UsedPasskeyChallengesTable = { challenge_hash: string; expires_at: number };

/** Until then the user is not offered a passkey again. */
export type PasskeyOffersTable = { user_id: string; expires_at: number };

/** The authenticator apps of users. */
export type TotpFactorsTable = {
  user_id: string;
  /** Base32, encrypted (DATA_KEY), bound to this row. */
  encrypted_secret: string;
  /** The time step of the last accepted code. No code of it or of an earlier one works again. */
  last_step: number;
  created_at: number;
  last_used_at: number | null;
};

export type RecoveryCodesTable = {
  /** Keyed hash of the user and the code. */
  code_hash: string;
  user_id: string;
  created_at: number;
  used_at: number | null;
};

/** Browsers that are not asked for a second factor. They prove nothing else. */
export type RememberedBrowsersTable = {
  /** For the user who revokes it. */
  id: string;
  secret_hash: string;
  user_id: string;
  browser: string | null;
  system: string | null;
  created_at: number;
  last_used_at: number;
  expires_at: number;
};

/** Sign-ins that lack a step. They open nothing. */
export type PendingSignInsTable = {
  id_hash: string;
  user_id: string;
  /** `verify`, `set-up` or `recovered`. */
  step: string;
  method: string;
  amr: string | null;
  identity_verified_at: number | null;
  verified_at: number;
  shared_computer: number;
  /** Of `set-up`: until then the user may continue without a second factor. */
  due_at: number | null;
  /** Of `recovered`: `secondary-email` or `access-code`; null from a server of the previous release. */
  recovered_by?: string | null | undefined;
  wrong_codes: Generated<number>;
  created_at: number;
  expires_at: number;
};

/** One row for each user: an address for recovery, besides that of the record. */
export type SecondaryEmailsTable = {
  user_id: string;
  email: string;
  created_at: number;
  confirmed_at: number | null;
  /** Of the link that confirms the address. */
  token_hash: string | null;
  token_expires_at: number | null;
};

/** Links to secondary addresses, one row for each user. */
export type RecoveryLinksTable = { user_id: string; token_hash: string; expires_at: number };

/** Temporary access codes, one row for each user. */
export type AccessCodesTable = {
  user_id: string;
  /** Keyed hash of the user and the code. */
  code_hash: string;
  issued_by: string;
  reason: string;
  created_at: number;
  expires_at: number;
};
