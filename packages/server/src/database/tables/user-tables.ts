// The tables of users, groups and memberships, as TypeScript types.

export type UsersTable = {
  id: string;
  username: string;
  /** NFKC, lower case; unique. */
  username_key: string;
  full_name: string;
  given_name: string | null;
  /** Latin spelling of `full_name`. */
  full_name_en: string | null;
  email: string | null;
  email_key: string | null;
  student_id: string | null;
  employee_id: string | null;
  /** Keyed hash (TAX_ID_KEY), unique. The number itself is never stored here. */
  tax_id_hash: string | null;
  /** JSON object: field → string or null. */
  data: string;
  /** JSON array of the names of the groups of which the user is a member now. */
  groups: string;
  /** argon2id PHC string. */
  password_hash: string | null;
  /**
   * SHA-256 of the `password_hash` from the manifest, if sign-in has replaced that hash by one with newer parameters.
   * `apply` compares it, so that the same manifest changes nothing.
   */
  password_renewed_from: string | null;
  /**
   * Hash of the password from the manifest, if the user has chosen another password since. `apply` compares it, so
   * that the same manifest does not restore the old password.
   */
  password_given: string | null;
  /** Until then the user may sign in without the second factor that the policy requires; null before the first such sign-in. */
  second_factor_due_at?: number | null;
  /** 1 if the user cannot sign in now: an administrator has disabled the user, or the user is not valid. */
  disabled: number;
  disabled_by_administrator?: number | undefined;
  /** Why, in the words of the administrator. */
  disabled_note?: string | null | undefined;
  /** The user is valid from then on; null for always. */
  valid_from?: number | null | undefined;
  /** The user is no longer valid from then on; null for no end. */
  valid_until?: number | null | undefined;
  /** When `disabled` or `groups` must be computed again; null for never. */
  changes_at?: number | null | undefined;
  /** The user who answers for a guest; null for all others. */
  sponsor_id?: string | null | undefined;
  /** When the user was erased; the row stays until all applications are notified of the end of the sessions. */
  erased_at?: number | null | undefined;
  /** Until then the roles of the user give no rights: the user got back in by the secondary address. Null for never. */
  roles_suspended_until?: number | null | undefined;
  /** From then on the second factors count that the user has added after “This wasn’t me”. Null for at once. */
  new_factors_count_from?: number | null | undefined;
  /** Increases with every change by an administrator; prevents lost updates. */
  version: number;
  created_at: number;
  updated_at: number;
};

export type GroupsTable = {
  name: string;
  created_at: number;
  /** JSON: { uk, en }. */
  title?: string | null | undefined;
  /** The policy for second factors of its members; null for that of the settings. */
  second_factor?: string | null | undefined;
  /** Increases with every change; prevents lost updates. */
  version?: number | undefined;
};

/** Index of the effective memberships. Triggers on `users.groups` keep it; nothing else writes it. */
export type GroupMembersTable = { group_name: string; user_id: string };

/** Memberships with a first or last day. All others are only in `users.groups`. */
export type MembershipPeriodsTable = {
  user_id: string;
  group_name: string;
  valid_from: number | null;
  /** The membership ends at this time. */
  valid_until: number | null;
};

export type GuestWarningsTable = {
  user_id: string;
  /** The end date that the warnings were about. */
  valid_until: number;
  /** How many days before the end the sponsor got the last warning. */
  warned_days: number;
};

/** Emails to users about a change that a command has written; a server sends and deletes them. */
export type QueuedNoticesTable = {
  id: string;
  user_id: string;
  /** An `AccountNotice`. */
  notice: string;
  /** The address before the change, which gets a copy. */
  former_email: string | null;
  at: number;
  expires_at: number;
};

/** Refused sign-ins of known users, for the administrators who help them. */
export type SignInAttemptsTable = {
  id: string;
  at: number;
  expires_at: number;
  user_id: string;
  step: 'sign-in' | 'second-factor';
  method: string | null;
  reason: string;
  network: string | null;
  /** The code that the error page shows. */
  reference: string;
};

export type FormerUsernamesTable = {
  /** Keyed hash of the `username_key` of an erased user. */
  username_hash: string;
  erased_at: number;
};
