// The one table of events: what the log says of each, whether it is stored, and what users see of it. The log, the stored events, the
// activity list, the emails about an account, the API and the manual take their names from it. Facts are ids of records or words of
// closed lists. They never contain typed text, because users type passwords into any field.

import type { Role } from '../admin/roles.ts';
import type { MethodId } from '../sign-in/methods.ts';

export type Facts = {
  /** Id of the record. Absent if no user has the typed name. */
  user: string;
  /** Uid of a session, never its secret id. */
  session: string;
  method: MethodId;
  /** An IPv4 address or the first 64 bits of an IPv6 address. */
  network: string;
  /** Id of the record. */
  application: string;
  /** The OIDC client id of the record. */
  client: string;
  /** Keyed hash of a Google account. */
  account: string;
  /** Id of the record. */
  passkey: string;
  reason: string;
  /** Error code of a protocol or a library. */
  fault: string;
  /** Describes `fault`: the message of the library. */
  detail: string;
  /** The sent and the registered value. */
  fact: object;
  how: string;
  /** Id of the record of the user who acted. */
  administrator: string;
  role: Role;
  /** Id of an API token. */
  token: string;
  groups: number;
  users: number;
  applications: number;
  passwords: number;
};

type Fact = keyof Facts;
export type Level = 'info' | 'warn';

/** What the activity list of the user says: one kind, or one for each word of a detail. `null`: the list leaves the event out. */
type Activity =
  | string
  | null
  | { by: 'how' | 'reason'; kinds: Readonly<Record<string, string>>; otherwise?: string };

type Event = {
  /** The line in the log. Without it the event is only stored. */
  log?: { level: Level; message: string; required: readonly Fact[]; optional: readonly Fact[] };
  /** For the manual: when it happens, and the words of its facts. */
  when?: string;
} & (
  | {
      /** `each`: one row. `hour`, `day`: counted, one row for each user, application and method. */
      stored: 'each' | 'hour' | 'day';
      activity: Activity;
      /** The emails to the user that may belong to it. */
      notices?: readonly string[];
      /** Details that administrators write in their own words. */
      typed?: readonly ('issuedBy' | 'reason')[];
      /** Reasons that the server writes instead. */
      closedReasons?: readonly string[];
    }
  | { stored?: never; activity?: never; notices?: never; typed?: never; closedReasons?: never }
);

function line<const Always extends Fact, const Sometimes extends Fact>(
  level: Level,
  message: string,
  required: readonly Always[],
  optional: readonly Sometimes[],
) {
  return { level, message, required, optional };
}
const info = <const Always extends Fact, const Sometimes extends Fact = never>(
  message: string,
  required: readonly Always[],
  optional: readonly Sometimes[] = [],
) => line('info', message, required, optional);
const warn = <const Always extends Fact, const Sometimes extends Fact = never>(
  message: string,
  required: readonly Always[],
  optional: readonly Sometimes[] = [],
) => line('warn', message, required, optional);

export const eventTable = {
  'sign-in.succeeded': {
    log: info('a user has signed in', ['user', 'session', 'method', 'network']),
    when: 'a session begins, or continues after a new sign-in',
    stored: 'each',
    activity: 'sign-in',
    notices: ['new-browser', 'welcome'],
  },
  'sign-in.refused': {
    log: info(
      'a sign-in is refused',
      ['method', 'reason', 'network'],
      ['user', 'account', 'fault'],
    ),
    when: '`warn` for some reasons of Google; `user` is absent if no user has the name',
    stored: 'hour',
    activity: 'sign-in-refused',
  },
  'sign-in.throttled': {
    log: info('too many wrong passwords', ['method', 'network']),
    when: 'a password was rejected without being checked',
  },
  'sign-in.waits-lifted': {
    log: warn('an administrator has lifted the wait after wrong passwords and codes', ['user']),
    when: 'by the administration API: the wrong passwords and codes of the user no longer count',
    stored: 'each',
    activity: null,
  },
  'second-factor.refused': {
    log: info('a second factor is refused', ['user', 'reason', 'network']),
    when: 'after a right password or Google: `wrong-app-code`, `wrong-recovery-code`, or `passkey-` with a [reason for passkeys](sign-in-methods.md#passkeys). Many of them mean that another person knows the password',
    stored: 'hour',
    activity: 'second-factor-refused',
  },
  'recovery-code.used': {
    log: info('a user has used a recovery code', ['user']),
    when: 'a recovery code took the place of an authenticator app',
    stored: 'each',
    activity: 'recovery-code-used',
    notices: ['recovery-code-used'],
  },
  'browser.remembered': {
    log: info('a user wants no second factor in a browser', ['user']),
    when: 'the user is not asked for a second factor in this browser for `SECOND_FACTOR_REMEMBER_DAYS`',
    stored: 'each',
    activity: 'browser-remembered',
  },
  'diia.callback-refused': {
    log: warn('a callback of Diia is refused', ['reason', 'network']),
    when: 'the callback did not come from Diia, or was not for us',
  },
  'session.ended': {
    log: info('a session is over', ['session', 'reason'], ['user']),
    when: '`sign-out`, `another-user` in the same browser, `password-changed`, `by-user` from “My data”, `secured` after “Wasn’t this you?”, `recovered` after a recovery, `by-administrator`, `by-manifest` if `apply` disables the user or sets a password, `expired` after the last day of the user, `restored` by a restore from a backup',
    stored: 'each',
    activity: {
      by: 'reason',
      kinds: {
        'sign-out': 'signed-out',
        'by-user': 'sessions-ended',
        'by-administrator': 'ended-by-administrator',
        'by-manifest': 'ended-by-administrator',
        'another-user': 'ended-by-another-user',
      },
    },
  },
  'account.secured': {
    log: warn('a user reports a sign-in by another person', ['user']),
    when: '“Wasn’t this you?” on the account page: all sessions end, the password becomes unusable, and factors of the last 30 days are removed; the email about it also goes to a secondary address that is older',
    stored: 'each',
    activity: 'account-secured',
    notices: ['account-secured'],
  },
  'password.changed': {
    log: info('a user has chosen a password', ['user', 'how']),
    when: '`changed`, `set` for the first time, `reset` by a link, `recovered` after a link to the secondary address or an access code',
    stored: 'each',
    activity: {
      by: 'how',
      kinds: {
        changed: 'password-changed',
        set: 'password-set',
        reset: 'password-reset',
        recovered: 'password-changed',
      },
    },
  },
  'password.change-refused': {
    log: info('the current password was wrong', ['network'], ['user']),
    when: 'a signed-in user entered a wrong current password',
    stored: 'hour',
    activity: 'password-refused',
  },
  'password.reset-asked': {
    log: info('a link for a new password was asked for', ['network'], ['user']),
    when: 'one line for each matching user; without `user` if there is none',
    stored: 'hour',
    activity: 'reset-asked',
  },
  'password.reset-refused': {
    log: info('a link for a new password is worth nothing', ['network']),
    when: 'a link that expired, was used, or never existed',
  },
  'secondary-email.added': {
    log: info('a user has added a secondary address', ['user']),
    when: 'the user has entered a secondary address, which is not confirmed yet',
    stored: 'each',
    activity: 'secondary-email-added',
    notices: ['secondary-email-added'],
  },
  'secondary-email.confirmed': {
    log: info('a secondary address is confirmed', ['user']),
    when: 'the link to the secondary address was opened; seven days later the address is usable',
    stored: 'each',
    activity: 'secondary-email-confirmed',
  },
  'secondary-email.removed': {
    log: info('a user has removed the secondary address', ['user']),
    stored: 'each',
    activity: 'secondary-email-removed',
    notices: ['secondary-email-removed'],
  },
  'access-code.issued': {
    log: warn('an administrator has issued a temporary access code', ['user']),
    when: '`users access-code`, or the administration API; who issued the code and why stands in the table `events`',
    stored: 'each',
    activity: 'access-code-issued',
    notices: ['access-code-issued'],
    typed: ['issuedBy', 'reason'],
  },
  'access-code.used': {
    log: info('a temporary access code is used', ['user']),
    when: 'a temporary access code was entered; the user has not chosen a new way to sign in yet',
    stored: 'each',
    activity: 'access-code-used',
  },
  'recovery.used': {
    log: warn('a user has got back in and set up a new way to sign in', ['user', 'how']),
    when: 'after a link to the secondary address or an access code the user has set up a `password` or a `passkey`, and is signed in; the former password is unusable',
    stored: 'each',
    activity: 'account-recovered',
    notices: ['account-recovered', 'account-set-up'],
  },
  'factors.reset': {
    log: warn('an administrator has removed the factors of a user', ['user']),
    when: '`users reset`, or the administration API',
    stored: 'each',
    activity: 'factors-reset',
    notices: ['factors-reset'],
    typed: ['issuedBy', 'reason'],
  },
  'role.granted': {
    log: warn('a user has a new role', ['user', 'role']),
    when: '`admin grant`, or the administration API; the role works at once',
    stored: 'each',
    activity: 'role-granted',
    typed: ['reason'],
    closedReasons: ['by-manifest'],
  },
  'role.revoked': {
    log: warn('a user has lost a role', ['user', 'role']),
    when: '`admin revoke`, or the administration API',
    stored: 'each',
    activity: 'role-revoked',
    typed: ['reason'],
    closedReasons: ['by-manifest'],
  },
  'role.suspended': {
    log: warn('the roles of a user give no rights for a day', ['user']),
    when: 'a user with a role got back into the account by the secondary address; the roles give no rights for 24 hours. Call the user',
    stored: 'each',
    activity: 'roles-suspended',
  },
  'role.restored': {
    log: warn('the roles of a user give rights again', ['user']),
    when: 'an administrator has approved that the roles give rights again, or the user got back in by an access code',
    stored: 'each',
    activity: 'roles-restored',
  },
  'token.created': {
    log: warn('an API token is created', ['user', 'token']),
    when: '`admin token`, or the administration API; `token` is the id of the record',
    stored: 'each',
    activity: null,
  },
  'google.linked': {
    log: info('a Google account is linked', ['user', 'account', 'how']),
    when: '`by-hand`, or `by-address` at the first sign-in',
    stored: 'each',
    activity: 'google-linked',
    notices: ['google-linked'],
  },
  'google.unlinked': {
    log: info('a Google account is unlinked', ['user']),
    when: 'by the user, or by the administration API',
    stored: 'each',
    activity: 'google-unlinked',
    notices: ['google-unlinked'],
  },
  'google.link-refused': {
    log: info(
      'a Google account is not linked',
      ['reason', 'network'],
      ['user', 'account', 'fault'],
    ),
    when: '`warn` for some reasons',
  },
  'passkey.added': {
    log: info('a user has added a passkey', ['user', 'passkey']),
    when: 'the user has added a passkey; `passkey` is the id of the record',
    stored: 'each',
    activity: 'passkey-added',
    notices: ['passkey-added'],
  },
  'passkey.removed': {
    log: info('a user has removed a passkey', ['user', 'passkey']),
    when: 'by the user, or by the administration API',
    stored: 'each',
    activity: 'passkey-removed',
    notices: ['passkey-removed'],
  },
  'passkey.add-refused': {
    log: info('a passkey is not added', ['reason', 'network', 'user']),
    when: '`warn` for some reasons',
  },
  'passkey.counter-fell': {
    log: warn('the counter of a passkey has fallen: it may be a copy', [
      'user',
      'passkey',
      'network',
    ]),
    when: 'besides `sign-in.refused` with the reason `counter`: the key may have been copied. Ask the user, and remove the passkey if it was not the user',
  },
  'second-factor.added': {
    log: info('a user has turned on two-step verification', ['user']),
    when: 'the user has turned on two-step verification, or replaced the app',
    stored: 'each',
    activity: {
      by: 'how',
      kinds: { replaced: 'second-factor-replaced' },
      otherwise: 'second-factor-added',
    },
    notices: ['second-factor-added', 'second-factor-replaced'],
  },
  'second-factor.removed': {
    log: info('a user has turned off two-step verification', ['user']),
    when: 'the user has turned it off',
    stored: 'each',
    activity: 'second-factor-removed',
    notices: ['second-factor-removed'],
  },
  'recovery-codes.created': {
    log: info('a user has new recovery codes', ['user']),
    when: 'the former codes are void',
    stored: 'each',
    activity: 'recovery-codes-created',
    notices: ['recovery-codes-replaced'],
  },
  'browser.forgotten': {
    log: info('a user has forgotten a browser', ['user']),
    when: 'a browser will ask for the second factor again',
    stored: 'each',
    activity: 'browser-forgotten',
  },
  'access.granted': {
    log: info('a user has let an application in', ['user', 'application']),
    when: 'the user gave consent',
    stored: 'each',
    activity: 'access-granted',
  },
  'access.declined': {
    log: info('a user has refused an application', ['user', 'application']),
    when: 'the user refused consent',
    stored: 'each',
    activity: 'access-declined',
  },
  'access.withdrawn': {
    log: info('a user has ended the access of an application', ['user', 'application']),
    when: 'under “My data”',
    stored: 'each',
    activity: 'access-withdrawn',
  },
  'device.allowed': {
    log: info('a user has let a device in', ['user', 'client']),
    when: 'the user typed and confirmed a device code',
    stored: 'each',
    activity: 'device-allowed',
  },
  'client.refused': {
    log: warn(
      'an application has not proven itself',
      ['network'],
      ['application', 'client', 'reason', 'detail', 'fact'],
    ),
    when: 'a wrong secret or signature',
  },
  'token.reused': {
    log: warn(
      'a code or refresh token was used twice: all that came of it is void',
      ['reason', 'network'],
      ['client', 'user', 'detail', 'fact'],
    ),
    when: 'an attacker has a copy, or an application has a bug',
  },
  'request.throttled': {
    log: info('too many requests, or wrong secrets', ['network'], ['client']),
    when: 'more sign-in starts, guesses or wrong secrets than the limits allow',
  },
  'request.foreign-origin': {
    log: warn('a page of another site wanted something', ['network']),
    when: 'a page of another origin sent a request that would change something; the server rejected it',
  },
  'registration.permitted': {
    log: info('an application may register itself', []),
    when: '`registrations token`, or the administration API',
    stored: 'each',
    activity: null,
  },
  'registration.created': {
    log: info('an application has registered itself', ['client', 'network']),
  },
  'registration.refused': {
    log: info('a registration was refused', ['reason', 'network']),
  },
  'registration.removed': {
    log: info('an application that registered itself is removed', ['client']),
    when: '`registrations remove`, or the administration API',
    stored: 'each',
    activity: null,
  },
  'keys.rotated': {
    log: info('there are new signing keys', ['how']),
    when: '`by-schedule`, `by-command`, `by-administrator` (administration API); `at-once` (`warn`) if the old keys were deleted',
    stored: 'each',
    activity: null,
  },
  'keys.replaced': {
    log: warn('the database has another key', ['how', 'users']),
    when: '`keys replace` with `TAX_ID_KEY` or `DATA_KEY`; `users` have lost their tax number',
    stored: 'each',
    activity: null,
  },
  'administration.changed': {
    log: warn(
      'an administrator has changed something',
      ['how', 'administrator'],
      ['user', 'application'],
    ),
    when: 'a change by the administration API; `how` is the type of the event in the table `events`',
  },
  'configuration.exported': {
    log: warn('the configuration is exported', ['how']),
    when: '`with-users`, `without-users`: a manifest with hashes was [written](manifest.md#export); `changes`: the list of users disabled, erased or deprived of a role for a [restore](#restore)',
    stored: 'each',
    activity: null,
  },
  'backup.created': {
    log: warn('a backup is made', ['how']),
    when: '`encrypted`, `unencrypted`: a command copies the database, with everything in it',
    stored: 'each',
    activity: null,
  },
  'database.copied': {
    log: warn('the database is copied from another kind', ['how']),
    when: '`to-postgres`, `to-sqlite`: a command has written all rows; the event is in the copy',
    stored: 'each',
    activity: null,
  },
  'database.restored': {
    log: warn('the database is restored from a backup', ['users']),
    when: 'a new list of events begins here: what happened after the backup is not in it. `users` were disabled, erased or lost a role by the list of the operator',
    stored: 'each',
    activity: null,
  },
  'manifest.applied': {
    log: info('a manifest is applied', ['groups', 'users', 'applications', 'passwords']),
    when: 'how many were added or changed',
  },
  'data.released': {
    stored: 'day',
    activity: 'data-released',
  },
  'user.viewed': {
    stored: 'each',
    activity: null,
  },
  'user.view-opened': {
    stored: 'each',
    activity: null,
    typed: ['reason'],
  },
  'users.searched': {
    stored: 'each',
    activity: null,
  },
  'users.exported': {
    stored: 'each',
    activity: null,
  },
  'test-email.sent': {
    stored: 'each',
    activity: null,
  },
  'bulk-change.started': {
    stored: 'each',
    activity: null,
    typed: ['reason'],
  },
  'bulk-change.cancelled': {
    stored: 'each',
    activity: null,
  },
  'source.created': {
    stored: 'each',
    activity: null,
  },
  'source.changed': {
    stored: 'each',
    activity: null,
  },
  'source.linked': {
    stored: 'each',
    activity: null,
  },
  'import.started': {
    stored: 'each',
    activity: null,
  },
  'import.stopped': {
    stored: 'each',
    activity: null,
  },
  /** Its rows, which name users. */
  'import.viewed': {
    stored: 'each',
    activity: null,
  },
  'import.approved': {
    stored: 'each',
    activity: null,
  },
  'import.refused': {
    stored: 'each',
    activity: null,
  },
  'import.replaced': {
    stored: 'each',
    activity: null,
  },
  'import.finished': {
    stored: 'each',
    activity: null,
  },
  'import.failed': {
    stored: 'each',
    activity: null,
  },
  'user.created': {
    stored: 'each',
    activity: null,
  },
  'user.invited': {
    stored: 'each',
    activity: null,
  },
  'user.changed': {
    stored: 'each',
    activity: null,
    notices: ['email-changed', 'tax-id-changed'],
  },
  'user.erased': {
    stored: 'each',
    activity: null,
  },
  'guest.renewed': {
    stored: 'each',
    activity: null,
  },
  'application.created': {
    stored: 'each',
    activity: null,
  },
  'application.changed': {
    stored: 'each',
    activity: null,
  },
  'application.deleted': {
    stored: 'each',
    activity: null,
  },
  'application.secret-created': {
    stored: 'each',
    activity: null,
  },
  'application.secret-deleted': {
    stored: 'each',
    activity: null,
  },
  'application.owner-added': {
    stored: 'each',
    activity: null,
  },
  'application.owner-removed': {
    stored: 'each',
    activity: null,
  },
  'application.users-viewed': {
    stored: 'each',
    activity: null,
  },
  'application.claims-viewed': {
    stored: 'each',
    activity: null,
  },
  'user.disabled': {
    stored: 'each',
    activity: null,
  },
  'user.enabled': {
    stored: 'each',
    activity: null,
  },
  'membership.started': {
    stored: 'each',
    activity: null,
  },
  'membership.ended': {
    stored: 'each',
    activity: null,
  },
  'membership.changed': {
    stored: 'each',
    activity: null,
  },
  'membership.removed': {
    stored: 'each',
    activity: null,
  },
  'group.created': {
    stored: 'each',
    activity: null,
  },
  'group.changed': {
    stored: 'each',
    activity: null,
  },
  'group.deleted': {
    stored: 'each',
    activity: null,
  },
  'access-code.revoked': {
    stored: 'each',
    activity: null,
  },
  'token.revoked': {
    stored: 'each',
    activity: null,
  },
  'approval.requested': {
    stored: 'each',
    activity: null,
    typed: ['reason'],
  },
  'approval.given': {
    stored: 'each',
    activity: null,
  },
  'approval.withdrawn': {
    stored: 'each',
    activity: null,
  },
  'registration.token-revoked': {
    stored: 'each',
    activity: null,
  },
} as const satisfies Record<string, Event>;

type Table = typeof eventTable;
type NamesWith<Part> = {
  [Name in keyof Table]: Table[Name] extends Part ? Name : never;
}[keyof Table];

/** Events with a line in the log. */
export type EventName = NamesWith<{ log: object }>;
/** Events that are stored. */
export type EventType = NamesWith<{ stored: string }>;
/** Stored events that are counted. */
export type CountedType = NamesWith<{ stored: 'hour' | 'day' }>;

export type LogLine<Name extends EventName> = Table[Name]['log'];
export type EventFacts<Name extends EventName> = Pick<Facts, LogLine<Name>['required'][number]> & {
  [F in LogLine<Name>['optional'][number]]?: Facts[F] | undefined;
};

type NoticesOf<Entry> = Entry extends { notices: readonly (infer Notice)[] } ? Notice : never;
/** The emails that may belong to the event. */
export type NoticeOf<Type extends EventType> = NoticesOf<Table[Type]>;
/** The emails about what has happened to an account. */
export type AccountNotice = NoticeOf<EventType>;

type KindsOf<Entry> = Entry extends { activity: infer Kind }
  ? Kind extends { kinds: infer Kinds }
    ? Kinds[keyof Kinds] | (Kind extends { otherwise: infer Other } ? Other : never)
    : Exclude<Kind, null>
  : never;
/** What an event means to the user. The browser has a text for each. */
export type ActivityKind = KindsOf<Table[EventType]>;

/** The table, to look up any name. */
export const events: ReadonlyMap<string, Event> = new Map(Object.entries(eventTable));
const entries = [...events];

/** All that the list of events may contain. */
export const eventTypes = entries.flatMap(([name, { stored }]) =>
  stored ? [name as EventType] : [],
);

function kindsOf({ activity = null }: Event): (string | undefined)[] {
  if (activity === null) return [];
  if (typeof activity === 'string') return [activity];
  return [...Object.values(activity.kinds), activity.otherwise];
}

export const activityKinds = [...new Set(entries.flatMap(([, event]) => kindsOf(event)))].filter(
  (kind) => kind !== undefined,
) as ActivityKind[];
