// The tables of applications as TypeScript types, a part of `schema.ts`.

export type ApplicationsTable = {
  id: string;
  name: string;
  /** JSON: language → text. */
  title: string;
  description: string;
  /** JSON: "everyone", { groups: […] } or { groups: [], condition: … }. */
  access: string;
  /** Email or https address for questions about the application. */
  contact: string | null;
  /** JSON array of sensitive attributes that the application may receive. */
  releases: string;
  protocol_type: string;
  /** JSON, defined by the protocol. Contains secrets only as hashes. */
  protocol_settings: string;
  /** Unique name by which the protocol finds the application, if it is not the id. */
  protocol_key: string | null;
  /** JSON: { uk, en }: the heading under which the portal lists the application. */
  category: string | null;
  /** Its place on the applications page; null: after those with a number. */
  position: number | null;
  /** The name of an icon of the list; `icon_file` has precedence. */
  icon_name: string | null;
  /** `file` of its icon in `application_icons`. */
  icon_file: string | null;
  /** SHA-256 of the icon as the manifest gave it: `apply` compares it, so that it need not draw the icon again. */
  icon_source: string | null;
  /** The level that every sign-in to it must reach; null for none. */
  minimum_level: string | null;
  /** JSON array of further client secrets with hashes, names and end dates; null for none. */
  secrets?: string | null | undefined;
  /** Increases with every change; prevents lost updates. */
  version: number;
  created_at: number;
  updated_at: number;
};

/** Users who look after an application. */
export type ApplicationOwnersTable = { application_id: string; user_id: string };

export type ApplicationSecretUsesTable = {
  application_id: string;
  /** The id of a secret, or `manifest` for that of the protocol settings. */
  secret_id: string;
  /** Stored at most once an hour. */
  used_at: number | null;
  /** How many days before the end of the secret the owners got the last warning; null before the first. */
  warned_days: number | null;
};

/** When a step of a sign-in was last reached, before its end in `application_sign_ins`. */
export type ApplicationStepsTable = {
  application_id: string;
  /** `requested`: a valid request arrived. `issued`: the application got a code or ticket. */
  step: 'requested' | 'issued';
  at: number;
};

/** When a user has last signed in to the application. */
export type ApplicationSignInsTable = { application_id: string; at: number };

/** The last refused requests of an application. Equal ones are one row. */
export type ApplicationRefusalsTable = {
  application_id: string;
  /** Hash of `facts`. */
  fingerprint: string;
  /** The last time. */
  at: number;
  count: number;
  /** JSON without codes, tokens, secrets and values of queries. */
  facts: string;
};

/** What came of the back-channel logout notifications of an application on a day. */
export type ApplicationLogoutsTable = {
  application_id: string;
  /** Its start in UTC. */
  day: number;
  /** `failed`: another attempt follows. `given-up`: none follows. */
  result: 'delivered' | 'failed' | 'given-up';
  count: number;
  /** The last time. */
  at: number;
  /** Of the last failure, without text from outside. */
  reason: string | null;
};

/** What came of an attempt to notify an application. */
export type LogoutAttempt = Pick<ApplicationLogoutsTable, 'result' | 'reason'>;

export type ApplicationIconsTable = {
  /** Hash of the content, with the extension of its type: the name under which it is served. */
  file: string;
  /** PNG or WebP in base64. */
  content: string;
  created_at: number;
};

/** What the portal remembers for a user about an application. */
export type UserApplicationsTable = {
  user_id: string;
  application_id: string;
  /** Since when it is a favourite; null if it is none. */
  favorite_at: number | null;
  /** The last launch through Brama. */
  last_used_at: number | null;
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
  /** When the application first read it. */
  read_at: number | null;
};
