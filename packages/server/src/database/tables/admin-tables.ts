// Tables of the administration.

import type { Generated } from 'kysely';

/** Roles of administration. */
export type UserRolesTable = { user_id: string; role: string; granted_at: number };

export type ApiTokensTable = {
  id: string;
  name: string;
  /** For whom the token acts. */
  user_id: string;
  token_hash: string;
  /** JSON array of permissions. */
  scopes: string;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
};

/** Actions that wait for a second administrator. */
export type ApprovalsTable = {
  id: string;
  action: string;
  /** Whom the action is about. */
  user_id: string;
  /** Of the record of the user at the time of the request. */
  user_version: number;
  requested_by: string;
  reason: string;
  /** Lifetime of an access code. */
  hours: number | null;
  created_at: number;
  expires_at: number;
  /** When an administrator approved or withdrew it. */
  decided_at: number | null;
  decided_by: string | null;
};

/** Creations with an `Idempotency-Key`. */
export type IdempotentRequestsTable = {
  /** Hash of the caller, the route and the key. */
  key_hash: string;
  /** The request and its response, encrypted (DATA_KEY), bound to this row; empty while the transaction runs. */
  encrypted_response: string;
  expires_at: number;
  /** 1 if the ids in the response are in `idempotent_request_objects`. */
  has_objects: Generated<number>;
};

/** The ids in stored responses. */
export type IdempotentRequestObjectsTable = {
  object_id: string;
  key_hash: string;
};
