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

/** Bulk changes of users, which run as jobs. */
export type BulkChangesTable = {
  id: string;
  /** JSON: what is done to each user. */
  act: string;
  /** The bulk change that this one undoes. */
  undo_of: string | null;
  state: string;
  /** With whose rights it runs. */
  actor_id: string;
  /** The API token by which it was started, with whose scopes it runs. */
  token_id: string | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  expires_at: number;
  /** How many rows it had at the preview, and how many of them have each result now. The others wait. */
  total: number;
  changed: number;
  unchanged: number;
  refused: number;
};

/** The users of a bulk change. */
export type BulkChangeRowsTable = {
  bulk_id: string;
  position: number;
  /** Null for an unknown username. */
  user_id: string | null;
  /** An unknown username. */
  typed: string | null;
  result: string;
  code: string | null;
  /** JSON: what the change replaced. In a bulk change that undoes another: what the user must still have. */
  before: string | null;
  /** JSON: what the user got, or gets back. */
  after: string | null;
};
