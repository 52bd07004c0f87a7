// The schema of release 0.7.0, in place of the migrations 0001 to 0037. Their names stay in the list of applied migrations.

import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type Db = Kysely<any>;

function tables(isSqlite: boolean): string {
  // FTS5 needs a number that VACUUM does not change
  const idOfUserSearch = isSqlite
    ? 'id integer primary key, user_id text not null unique'
    : 'user_id text primary key';
  // compared by code points, as SQLite does
  const text = isSqlite ? 'text' : 'text collate "C"';
  // one tree instead of two
  const withoutRowid = isSqlite ? 'without rowid' : '';
  return `
  create table users (
    id text primary key, username text not null, username_key text not null unique, full_name text not null,
    email text, email_key text, student_id text, employee_id text, tax_id_hash text, data text not null,
    groups text not null, password_hash text, password_renewed_from text, disabled integer default 0 not null,
    version integer default 1 not null, created_at bigint not null, updated_at bigint not null, password_given text,
    given_name text, full_name_en text, second_factor_due_at bigint,
    disabled_by_administrator integer default 0 not null, erased_at bigint, valid_from bigint, valid_until bigint,
    changes_at bigint, sponsor_id text references users (id) on delete set null
  );
  create unique index users_tax_id_hash on users (tax_id_hash) where tax_id_hash is not null;
  create index users_email_key_disabled on users (email_key, disabled) where email_key is not null;
  create index users_disabled on users (id) where disabled = 1;
  create index users_changes_at on users (changes_at) where changes_at is not null;
  create index users_sponsor_id on users (sponsor_id) where sponsor_id is not null;

  create table groups (
    name text primary key, created_at bigint not null, title text, second_factor text,
    version integer default 1 not null
  );

  create table sessions (
    uid text primary key, id_hash text not null unique,
    user_id text not null references users (id) on delete cascade, method text not null,
    verified_at bigint not null, created_at bigint not null, seen_at bigint not null, expires_at bigint not null,
    encrypted_tax_id text, browser text, system text, shared_computer integer default 0 not null, amr text,
    identity_verified_at bigint, assured_at bigint
  );
  create index sessions_user_id on sessions (user_id);
  create index sessions_seen_at on sessions (seen_at);
  create index sessions_expires_at on sessions (expires_at);
  -- the cleanup job finds them among all sessions
  create index sessions_shared_computer_seen_at on sessions (seen_at) where shared_computer = 1;

  create table applications (
    id text primary key, name text not null unique, title text not null, description text not null,
    access text not null, releases text not null, protocol_type text not null, protocol_settings text not null,
    version integer default 1 not null, created_at bigint not null, updated_at bigint not null, protocol_key text,
    contact text, category text, icon_file text, icon_source text, minimum_level text, secrets text
  );
  create unique index applications_protocol_key on applications (protocol_key) where protocol_key is not null;

  create table sign_in_tickets (
    id_hash text primary key, user_id text not null references users (id) on delete cascade, method text not null,
    verified_at bigint not null, created_at bigint not null, expires_at bigint not null, consumed_at bigint,
    encrypted_tax_id text, attempt text, amr text, identity_verified_at bigint
  );
  create index sign_in_tickets_user_id on sign_in_tickets (user_id);
  create index sign_in_tickets_expires_at on sign_in_tickets (expires_at);
  create unique index sign_in_tickets_attempt on sign_in_tickets (attempt);

  create table application_tickets (
    id_hash text primary key, application_id text not null, session_uid text not null,
    user_id text not null references users (id) on delete cascade, method text not null, trace_id text not null,
    signed_in_at bigint not null, created_at bigint not null, expires_at bigint not null, read_at bigint
  );
  create index application_tickets_session_uid on application_tickets (session_uid);
  create index application_tickets_user_id on application_tickets (user_id);
  create index application_tickets_expires_at on application_tickets (expires_at);

  create table applied_manifests (name text primary key, applied_at bigint not null);

  create table diia_requests (
    request_id text primary key, browser_hash text not null, created_at bigint not null, expires_at bigint not null,
    finished_at bigint, signature_hash text, encrypted_tax_id text
  );
  create index diia_requests_expires_at on diia_requests (expires_at);

  create table linked_identities (
    method text not null, issuer text not null, subject text not null,
    user_id text not null references users (id) on delete cascade, email text, linked_at bigint not null,
    last_used_at bigint, unlinked_at bigint, constraint linked_identities_key primary key (method, issuer, subject)
  );
  -- the user first, because deleting a user searches this index
  create unique index linked_identities_user on linked_identities (user_id, method);

  create table google_attempts (
    id_hash text primary key, browser_hash text not null, purpose text not null, session_uid text,
    encrypted_secrets text, created_at bigint not null, expires_at bigint not null, consumed_at bigint
  );
  create index google_attempts_expires_at on google_attempts (expires_at);

  -- the end of a session keeps its grants, without a session
  create table oidc_grants (
    id text primary key, session_uid text references sessions (uid) on delete set null, client_id text not null,
    user_id text not null references users (id) on delete cascade, sid text not null, created_at bigint not null,
    expires_at bigint not null, logout_due_at bigint, logout_attempts integer not null, revoked_at bigint
  );
  create unique index oidc_grants_session_uid_client_id on oidc_grants (session_uid, client_id);
  create index oidc_grants_user_id on oidc_grants (user_id);
  create index oidc_grants_expires_at on oidc_grants (expires_at);
  create index oidc_grants_logout_due_at on oidc_grants (logout_due_at) where session_uid is null;

  create table oidc_tokens (
    id_hash text primary key, model text not null, grant_id text, predecessor text, payload text not null,
    expires_at bigint not null, consumed_at bigint, code_hash text
  );
  create index oidc_tokens_predecessor on oidc_tokens (predecessor) where predecessor is not null;
  create index oidc_tokens_expires_at on oidc_tokens (expires_at);
  -- the registration tokens among millions of other ones
  create index oidc_tokens_of_registrations on oidc_tokens (expires_at, id_hash) where model = 'InitialAccessToken';

  create table oidc_keys (
    kid text primary key, alg text not null, encrypted_private_key text not null, created_at bigint not null,
    signs_from bigint not null
  );

  create table suspended_requests (
    id_hash text primary key, browser_hash text not null, encrypted_request text not null, encrypted_state text,
    created_at bigint not null, expires_at bigint not null
  );
  create index suspended_requests_browser_hash_created_at on suspended_requests (browser_hash, created_at);
  create index suspended_requests_expires_at on suspended_requests (expires_at);

  create table renewed_session_ids (
    id_hash text primary key, session_uid text not null references sessions (uid) on delete cascade
  );
  create index renewed_session_ids_session_uid on renewed_session_ids (session_uid);

  create table oidc_consents (
    user_id text not null references users (id) on delete cascade,
    application_id text not null references applications (id) on delete cascade, scopes text not null,
    resources text not null, created_at bigint not null, updated_at bigint not null,
    constraint oidc_consents_pk primary key (user_id, application_id)
  );
  create index oidc_consents_application_id on oidc_consents (application_id);

  create table oidc_device_codes (
    device_code_hash text primary key, user_code_hash text not null unique, encrypted_payload text not null,
    created_at bigint not null, expires_at bigint not null, decided_at bigint, consumed_at bigint, polled_at bigint,
    interval_seconds integer not null
  );
  create index oidc_device_codes_expires_at on oidc_device_codes (expires_at);

  create table rate_limits (
    key text primary key, attempts integer not null, allowed_at bigint not null, expires_at bigint not null
  );
  create index rate_limits_expires_at on rate_limits (expires_at);

  create table trusted_devices (
    device_hash text not null, user_id text not null references users (id) on delete cascade,
    seen_at bigint not null, second_factor_at bigint, constraint trusted_devices_pk primary key (device_hash, user_id)
  );
  create index trusted_devices_seen_at on trusted_devices (seen_at);
  create index trusted_devices_user_id on trusted_devices (user_id);

  -- one link for each user; a new link replaces it
  create table password_resets (
    user_id text primary key references users (id) on delete cascade, token_hash text not null unique,
    expires_at bigint not null, previous_token_hash text, previous_expires_at bigint, invited_email text
  );
  create index password_resets_expires_at on password_resets (expires_at);
  create index password_resets_previous_token_hash on password_resets (previous_token_hash);

  create table application_icons (file text primary key, content text not null, created_at bigint not null);

  create table user_applications (
    user_id text not null references users (id) on delete cascade,
    application_id text not null references applications (id) on delete cascade, favorite_at bigint,
    last_used_at bigint, constraint user_applications_pk primary key (user_id, application_id)
  );
  create index user_applications_application_id on user_applications (application_id);

  create table passkeys (
    id text primary key, user_id text not null references users (id) on delete cascade,
    credential_id text not null unique, public_key text not null, counter bigint not null, aaguid text not null,
    transports text not null, backup_eligible integer not null, backed_up integer not null, name text not null,
    created_at bigint not null, last_used_at bigint, identity_verified_at bigint, identity_subject text
  );
  create index passkeys_user_id on passkeys (user_id);

  create table used_passkey_challenges (challenge_hash text primary key, expires_at bigint not null);
  create index used_passkey_challenges_expires_at on used_passkey_challenges (expires_at);

  create table passkey_offers (
    user_id text primary key references users (id) on delete cascade, expires_at bigint not null
  );
  create index passkey_offers_expires_at on passkey_offers (expires_at);

  -- no foreign keys: an event may outlive what it is about, and each would lock a row of another table
  create table events (
    id text primary key, at bigint not null, type text not null, count integer not null, actor text not null,
    actor_id text, user_id text, application_id text, session_uid text, method text, network text, browser text,
    system text, details text
  );
  create index events_user_id_at on events (user_id, at);
  create index events_at on events (at);
  create index events_type_at on events (type, at);
  create index events_actor_id_at on events (actor_id, at) where actor_id is not null;
  create index events_application_id_at on events (application_id, at) where application_id is not null;

  create table totp_factors (
    user_id text primary key references users (id) on delete cascade, encrypted_secret text not null,
    last_step bigint not null, created_at bigint not null, last_used_at bigint
  );

  create table recovery_codes (
    code_hash text primary key, user_id text not null references users (id) on delete cascade,
    created_at bigint not null, used_at bigint
  );
  create index recovery_codes_user_id on recovery_codes (user_id);

  create table remembered_browsers (
    id text primary key, secret_hash text not null unique,
    user_id text not null references users (id) on delete cascade, browser text, system text,
    created_at bigint not null, last_used_at bigint not null, expires_at bigint not null
  );
  create index remembered_browsers_user_id on remembered_browsers (user_id);
  create index remembered_browsers_expires_at on remembered_browsers (expires_at);

  create table pending_sign_ins (
    id_hash text primary key, user_id text not null references users (id) on delete cascade, step text not null,
    method text not null, amr text, identity_verified_at bigint, verified_at bigint not null,
    shared_computer integer not null, due_at bigint, wrong_codes integer default 0 not null,
    created_at bigint not null, expires_at bigint not null
  );
  create index pending_sign_ins_user_id on pending_sign_ins (user_id);
  create index pending_sign_ins_expires_at on pending_sign_ins (expires_at);

  create table secondary_emails (
    user_id text primary key references users (id) on delete cascade, email text not null,
    created_at bigint not null, confirmed_at bigint, token_hash text unique, token_expires_at bigint
  );

  create table recovery_links (
    user_id text primary key references users (id) on delete cascade, token_hash text not null unique,
    expires_at bigint not null
  );
  create index recovery_links_expires_at on recovery_links (expires_at);

  create table access_codes (
    user_id text primary key references users (id) on delete cascade, code_hash text not null,
    issued_by text not null, reason text not null, created_at bigint not null, expires_at bigint not null
  );
  create index access_codes_expires_at on access_codes (expires_at);

  create table secondary_email_changes (
    user_id text primary key references users (id) on delete cascade, email text not null,
    created_at bigint not null, confirmed_at bigint, token_hash text unique, token_expires_at bigint
  );

  create table user_roles (
    user_id text not null references users (id) on delete cascade, role text not null, granted_at bigint not null,
    constraint user_roles_key primary key (user_id, role)
  );
  create index user_roles_by_role on user_roles (role);

  create table api_tokens (
    id text primary key, name text not null, user_id text not null references users (id) on delete cascade,
    token_hash text not null unique, scopes text not null, created_at bigint not null, expires_at bigint not null,
    last_used_at bigint
  );
  create index api_tokens_of_user on api_tokens (user_id);
  create index api_tokens_expiry on api_tokens (expires_at);

  create table idempotent_requests (
    key_hash text primary key, encrypted_response text not null, expires_at bigint not null
  );
  create index idempotent_requests_expiry on idempotent_requests (expires_at);

  -- filled by the server (users/search/refresh.ts); null texts are missing
  create table user_search (
    ${idOfUserSearch}, text ${text}, username_key ${text} not null, name_key ${text} not null,
    created_at bigint not null, version integer default 0 not null
  );
  create index user_search_username_key on user_search (username_key, user_id);
  create index user_search_name_key on user_search (name_key, user_id);
  create index user_search_created_at on user_search (created_at, user_id);
  create index user_search_missing on user_search (user_id) where text is null;

  -- triggers delete the rows with the user: a foreign key costs more than all else for many new users
  create table group_members (
    group_name text not null, user_id text not null, constraint group_members_key primary key (group_name, user_id)
  ) ${withoutRowid};

  create table membership_periods (
    user_id text not null references users (id) on delete cascade, group_name text not null, valid_from bigint,
    valid_until bigint, constraint membership_periods_key primary key (user_id, group_name)
  );
  create index membership_periods_group_name on membership_periods (group_name);

  create table former_usernames (username_hash text primary key, erased_at bigint not null);

  create table application_owners (
    application_id text not null references applications (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    constraint application_owners_key primary key (application_id, user_id)
  );
  create index application_owners_by_user on application_owners (user_id);

  create table application_secret_uses (
    application_id text not null references applications (id) on delete cascade, secret_id text not null,
    used_at bigint, warned_days integer,
    constraint application_secret_uses_key primary key (application_id, secret_id)
  );

  create table application_sign_ins (
    application_id text primary key references applications (id) on delete cascade, at bigint not null
  );

  create table application_refusals (
    application_id text not null references applications (id) on delete cascade, fingerprint text not null,
    at bigint not null, count integer not null, facts text not null,
    constraint application_refusals_key primary key (application_id, fingerprint)
  );

  create table approvals (
    id text primary key, action text not null, user_id text not null references users (id) on delete cascade,
    user_version integer not null, requested_by text not null references users (id) on delete cascade,
    reason text not null, hours integer, created_at bigint not null, expires_at bigint not null, decided_at bigint,
    decided_by text
  );
  create index approvals_user_id on approvals (user_id);
  create index approvals_requested_by on approvals (requested_by);
  create index approvals_expires_at on approvals (expires_at);

  create table guest_warnings (
    user_id text primary key references users (id) on delete cascade, valid_until bigint not null,
    warned_days integer not null
  );

  create table cas_tickets (
    id_hash text primary key, kind text not null,
    application_id text not null references applications (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    session_uid text references sessions (uid) on delete set null, service_hash text not null,
    fresh integer not null, proxies text, created_at bigint not null, expires_at bigint not null,
    consumed_at bigint, encrypted_logout text, logout_due_at bigint, logout_attempts integer default 0 not null
  );
  create index cas_tickets_logout_due_at on cas_tickets (logout_due_at) where session_uid is null;
  create index cas_tickets_expires_at on cas_tickets (expires_at) where logout_due_at is null;
  create index cas_tickets_session_uid on cas_tickets (session_uid, application_id, created_at);
  create index cas_tickets_application_id on cas_tickets (application_id);
  create index cas_tickets_user_id on cas_tickets (user_id);

  create table cas_proxy_grants (
    id_hash text primary key, session_uid text not null references sessions (uid) on delete cascade,
    application_id text not null references applications (id) on delete cascade,
    user_id text not null references users (id) on delete cascade, proxies text not null, fresh integer not null,
    created_at bigint not null
  );
  create index cas_proxy_grants_session_uid on cas_proxy_grants (session_uid, application_id, created_at);
  create index cas_proxy_grants_application_id on cas_proxy_grants (application_id);
  create index cas_proxy_grants_user_id on cas_proxy_grants (user_id);
  `;
}

// Searches read only the table `user_search`. Triggers mark the texts of new and changed users as missing, for every writer. SQLite finds
// texts by FTS5, PostgreSQL by pg_trgm. Without that extension PostgreSQL reads all texts.

const searched = [
  'username',
  'full_name',
  'full_name_en',
  'given_name',
  'email',
  'student_id',
  'employee_id',
];
const [before, after] = ['old', 'new'].map((row) =>
  searched.map((column) => `${row}.${column}`).join(', '),
);

const sqliteSearch = [
  // only the index: the texts are in the table
  `create virtual table user_search_index using fts5(text, content='user_search', content_rowid='id',
     tokenize='trigram case_sensitive 1', detail=none, columnsize=0)`,
  `create trigger user_search_unindexed after update of text on user_search when old.text is not null
   begin
     insert into user_search_index(user_search_index, rowid, text) values ('delete', old.id, old.text);
   end`,
  `create trigger user_search_indexed after update of text on user_search when new.text is not null
   begin
     insert into user_search_index(rowid, text) values (new.id, new.text);
   end`,
  `create trigger user_search_deleted after delete on user_search when old.text is not null
   begin
     insert into user_search_index(user_search_index, rowid, text) values ('delete', old.id, old.text);
   end`,
  `create trigger users_search_added after insert on users
   begin
     insert into user_search(user_id, username_key, name_key, created_at)
       values (new.id, new.username_key, substr(new.full_name, 1, 200), new.created_at);
   end`,
  `create trigger users_search_changed after update of ${searched} on users when (${before}) is not (${after})
   begin
     update user_search set text = null, username_key = new.username_key,
       name_key = substr(new.full_name, 1, 200), version = version + 1 where user_id = new.id;
   end`,
  `create trigger users_search_deleted after delete on users
   begin
     delete from user_search where user_id = old.id;
   end`,
];

// The role may lack the right to create the extension. Without fastupdate a search never reads a list of changed texts.
export const createSearchIndex = `do $$
   begin
     create extension if not exists pg_trgm;
     create index user_search_text on user_search using gin (text gin_trgm_ops) with (fastupdate = off) where text is not null;
   exception when others then
     raise notice 'searches of users read all texts: %', sqlerrm;
   end $$`;

const postgresSearch = [
  `create function add_user_search() returns trigger language plpgsql as $$
   begin
     insert into user_search(user_id, username_key, name_key, created_at)
       select id, username_key, left(full_name, 200), created_at from added;
     return null;
   end $$`,
  `create trigger users_search_added after insert on users referencing new table as added
   for each statement execute function add_user_search()`,
  `create function change_user_search() returns trigger language plpgsql as $$
   begin
     update user_search set text = null, username_key = new.username_key,
       name_key = left(new.full_name, 200), version = version + 1 where user_id = new.id;
     return null;
   end $$`,
  `create trigger users_search_changed after update of ${searched} on users for each row
   when ((${before}) is distinct from (${after})) execute function change_user_search()`,
  `create function delete_user_search() returns trigger language plpgsql as $$
   begin
     delete from user_search where user_id in (select id from deleted);
     return null;
   end $$`,
  `create trigger users_search_deleted after delete on users referencing old table as deleted
   for each statement execute function delete_user_search()`,
  createSearchIndex,
];

// The members of groups. Triggers keep them for every writer of `users.groups`.

const sqliteMembers = [
  `create trigger users_groups_added after insert on users when new.groups <> '[]'
   begin
     insert or ignore into group_members (group_name, user_id) select value, new.id from json_each(new.groups);
   end`,
  `create trigger users_groups_changed after update of groups on users when new.groups <> old.groups
   begin
     delete from group_members where user_id = new.id
       and group_name in (select value from json_each(old.groups));
     insert or ignore into group_members (group_name, user_id) select value, new.id from json_each(new.groups);
   end`,
  `create trigger users_groups_deleted after delete on users when old.groups <> '[]'
   begin
     delete from group_members where user_id = old.id
       and group_name in (select value from json_each(old.groups));
   end`,
];

/** The members by the groups of these users. */
const membersOf = (users: string) =>
  `select distinct name, id from ${users}, jsonb_array_elements_text(groups::jsonb) as name`;

// each runs once for a statement, however many users it changes
const postgresMembers = [
  `create function add_groups_of_users() returns trigger language plpgsql as $$
   begin
     insert into group_members (group_name, user_id) ${membersOf('added')};
     return null;
   end $$`,
  `create trigger users_groups_added after insert on users referencing new table as added
   for each statement execute function add_groups_of_users()`,
  `create function change_groups_of_users() returns trigger language plpgsql as $$
   begin
     if not exists (select id, groups from changed except select id, groups from former) then return null; end if;
     delete from group_members using (${membersOf('former')} except ${membersOf('changed')}) gone
       where group_name = gone.name and user_id = gone.id;
     insert into group_members (group_name, user_id) ${membersOf('changed')} except ${membersOf('former')};
     return null;
   end $$`,
  `create trigger users_groups_changed after update on users referencing old table as former new table as changed
   for each statement execute function change_groups_of_users()`,
  `create function delete_groups_of_users() returns trigger language plpgsql as $$
   begin
     delete from group_members using (${membersOf('deleted')}) gone
       where group_name = gone.name and user_id = gone.id;
     return null;
   end $$`,
  `create trigger users_groups_deleted after delete on users referencing old table as deleted
   for each statement execute function delete_groups_of_users()`,
];

export async function up(db: Db): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const statements = [
    ...tables(isSqlite).split(';\n').slice(0, -1),
    ...(isSqlite ? [...sqliteSearch, ...sqliteMembers] : [...postgresSearch, ...postgresMembers]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
