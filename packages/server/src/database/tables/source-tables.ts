// Tables of sources of users and of imports, as TypeScript types.

export type SourcesTable = {
  name: string;
  /** JSON: { uk, en }. */
  title: string | null;
  /** `file` or `edebo`. */
  kind: string;
  /** Of several sources that have a value, the one with the lowest position decides. */
  position: number;
  /** JSON: `SourceSettings`. */
  settings: string;
  /** JSON: how the columns of a file become fields. */
  mapping: string | null;
  /** When the first import was approved. */
  approved_at: number | null;
  /** Increases with every change; prevents lost updates. */
  version: number;
  created_at: number;
  updated_at: number;
};

/** A person in a source. */
export type SourceLinksTable = {
  source: string;
  /** By which the source names the person. */
  external_id: string;
  /** Null for a person who must become a new user, and for an erased one. */
  user_id: string | null;
  state: string;
  /** Hash of the record of the source. An equal one changes nothing. */
  digest: string;
  /** JSON: the fields that the source gives. */
  facts: string;
  /** Null if the source gives none. */
  tax_id_hash: string | null;
  /** JSON: the memberships that the source gives, as the user has them. */
  memberships: string;
  /** The period that the source gives. */
  valid_from: number | null;
  valid_until: number | null;
  /** Why the person has left. */
  reason: string | null;
  /** When the source no longer holds the account of a person who has left. */
  ends_at: number | null;
  /** How many days before `ends_at` the user got the last notice. */
  warned_days: number | null;
  updated_at: number;
};

/** What users with a link have by hand. */
export type SourcedUsersTable = {
  user_id: string;
  /** JSON: memberships by hand in groups that a source gives too. */
  covered: string;
  /** 1 if an administrator keeps the account. */
  kept: number;
  kept_until: number | null;
  /** The sponsor of a guest who is in a source too, and until when. */
  sponsor_id: string | null;
  sponsor_until: number | null;
};

export type ImportsTable = {
  id: string;
  source: string;
  state: string;
  is_dry_run: number;
  /** Who has started it: a user, with an API token perhaps, or a user of the operating system. */
  actor_id: string | null;
  token_id: string | null;
  system_user: string | null;
  file_name: string | null;
  /** SHA-256. */
  file_hash: string | null;
  /** JSON. */
  mapping: string | null;
  /** JSON: `ImportOptions`. */
  options: string;
  /** The last import of the source when this one was compared. */
  base_import: string | null;
  /** That of the source at the comparison. */
  source_version: number;
  /** JSON: kind of row → number. */
  counts: string;
  /** JSON: why it must be approved. */
  stops: string;
  /** Why it has failed. */
  error: string | null;
  /** JSON: row and column of the file, or the columns that it lacks. */
  error_place: string | null;
  /** The import with whose parts the uploaded file is stored; null for a command. */
  file_of: string | null;
  /** 1 until the file is complete. */
  is_uploading: number;
  /** How often a process has begun to compare the uploaded file. The last one goes on. */
  claims: number;
  created_at: number;
  /** When the process that works on it was last seen. */
  seen_at: number;
  /** How many rows are compared so far; null before the first, and after the last. */
  compared_rows: number | null;
  /** JSON: values of the register that stand in no table of groups, with their numbers; null if there are none. */
  unmapped_values: string | null;
  decided_at: number | null;
  decided_by: string | null;
  started_at: number | null;
  finished_at: number | null;
  expires_at: number;
  /** Users who leave or lose their account, and users whose groups or identity change, as the comparison has counted them. */
  leaver_count: number;
  change_count: number;
  /** Of the owners of the source: `due` or `sent`; null if none is needed. */
  notice: string | null;
};

export type ImportRowsTable = {
  import_id: string;
  position: number;
  /** Line of the file, counted from 1. */
  line: number | null;
  external_id: string | null;
  user_id: string | null;
  /** Of a new user. */
  username: string | null;
  kind: string;
  /** Why it is rejected or waits. */
  code: string | null;
  field: string | null;
  /** JSON: field → [before, after]. */
  changes: string | null;
  /** JSON: the record that is still to be written; null afterwards. */
  record: string | null;
  /** JSON: ids of the users who may be the person of a waiting row. */
  candidates: string | null;
  /** Line of another row that is the cause. */
  other_line: number | null;
};

/** Parts of an uploaded file, encrypted (DATA_KEY), each bound to its row. */
export type ImportFilesTable = {
  import_id: string;
  position: number;
  encrypted_part: string;
  expires_at: number;
};

/** The invitation of a user whom an import has created. */
export type ImportInvitationsTable = {
  user_id: string;
  import_id: string;
  /** `waiting`, `sent` or `left-out`. */
  state: string;
  /** `UninvitedCode`; null unless it is left out. */
  code: string | null;
  /** The first time that it may be sent, and the next attempt. */
  due_at: number;
  next_at: number;
  attempts: number;
  /** Null while it waits. */
  expires_at: number | null;
};
