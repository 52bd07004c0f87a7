// The security events of the log: a stable name, a level, and the facts of each. Facts are ids of records or words of closed
// lists. They never contain typed text, because users type passwords into any field.

import type { Role } from '@brama/contract/admin/roles';
import type { ErrorCode } from '@brama/contract/errors';
import type { MethodId } from '@brama/contract/pages/login-page';

type Facts = {
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
type Level = 'info' | 'warn';

function event<const Always extends Fact, const Sometimes extends Fact = never>(
  level: Level,
  message: string,
  required: readonly Always[],
  optional: readonly Sometimes[] = [],
) {
  return { level, message, required, optional };
}

/** A test compares this table with `docs/operate.md`. */
export const securityEvents = {
  'sign-in.succeeded': event('info', 'a user has signed in', [
    'user',
    'session',
    'method',
    'network',
  ]),
  'sign-in.refused': event(
    'info',
    'a sign-in is refused',
    ['method', 'reason', 'network'],
    ['user', 'account', 'fault'],
  ),
  'sign-in.throttled': event('info', 'too many wrong passwords', ['method', 'network']),
  'sign-in.waits-lifted': event(
    'warn',
    'an administrator has lifted the wait after wrong passwords and codes',
    ['user'],
  ),
  'second-factor.refused': event('info', 'a second factor is refused', [
    'user',
    'reason',
    'network',
  ]),
  'recovery-code.used': event('info', 'a user has used a recovery code', ['user']),
  'browser.remembered': event('info', 'a user wants no second factor in a browser', ['user']),
  'diia.callback-refused': event('warn', 'a callback of Diia is refused', ['reason', 'network']),
  'session.ended': event('info', 'a session is over', ['session', 'reason'], ['user']),
  'account.secured': event('warn', 'a user reports a sign-in by another person', ['user']),
  'password.changed': event('info', 'a user has chosen a password', ['user', 'how']),
  'password.change-refused': event('info', 'the current password was wrong', ['network'], ['user']),
  'password.reset-asked': event(
    'info',
    'a link for a new password was asked for',
    ['network'],
    ['user'],
  ),
  'password.reset-refused': event('info', 'a link for a new password is worth nothing', [
    'network',
  ]),
  'secondary-email.added': event('info', 'a user has added a secondary address', ['user']),
  'secondary-email.confirmed': event('info', 'a secondary address is confirmed', ['user']),
  'secondary-email.removed': event('info', 'a user has removed the secondary address', ['user']),
  'access-code.issued': event('warn', 'an administrator has issued a temporary access code', [
    'user',
  ]),
  'access-code.used': event('info', 'a temporary access code is used', ['user']),
  'recovery.used': event('warn', 'a user has got back in and set up a new way to sign in', [
    'user',
    'how',
  ]),
  'factors.reset': event('warn', 'an administrator has removed the factors of a user', ['user']),
  'role.granted': event('warn', 'a user has a new role', ['user', 'role']),
  'role.revoked': event('warn', 'a user has lost a role', ['user', 'role']),
  'role.suspended': event('warn', 'the roles of a user give no rights for a day', ['user']),
  'role.restored': event('warn', 'the roles of a user give rights again', ['user']),
  'token.created': event('warn', 'an API token is created', ['user', 'token']),
  'google.linked': event('info', 'a Google account is linked', ['user', 'account', 'how']),
  'google.unlinked': event('info', 'a Google account is unlinked', ['user']),
  'google.link-refused': event(
    'info',
    'a Google account is not linked',
    ['reason', 'network'],
    ['user', 'account', 'fault'],
  ),
  'passkey.added': event('info', 'a user has added a passkey', ['user', 'passkey']),
  'passkey.removed': event('info', 'a user has removed a passkey', ['user', 'passkey']),
  'passkey.add-refused': event('info', 'a passkey is not added', ['reason', 'network', 'user']),
  'passkey.counter-fell': event('warn', 'the counter of a passkey has fallen: it may be a copy', [
    'user',
    'passkey',
    'network',
  ]),
  'second-factor.added': event('info', 'a user has turned on two-step verification', ['user']),
  'second-factor.removed': event('info', 'a user has turned off two-step verification', ['user']),
  'recovery-codes.created': event('info', 'a user has new recovery codes', ['user']),
  'browser.forgotten': event('info', 'a user has forgotten a browser', ['user']),
  'access.granted': event('info', 'a user has let an application in', ['user', 'application']),
  'access.declined': event('info', 'a user has refused an application', ['user', 'application']),
  'access.withdrawn': event('info', 'a user has ended the access of an application', [
    'user',
    'application',
  ]),
  'device.allowed': event('info', 'a user has let a device in', ['user', 'client']),
  'client.refused': event(
    'warn',
    'an application has not proven itself',
    ['network'],
    ['application', 'client', 'reason', 'detail', 'fact'],
  ),
  'token.reused': event(
    'warn',
    'a code or refresh token was used twice: all that came of it is void',
    ['reason', 'network'],
    ['client', 'user', 'detail', 'fact'],
  ),
  'request.throttled': event(
    'info',
    'too many requests, or wrong secrets',
    ['network'],
    ['client'],
  ),
  'request.foreign-origin': event('warn', 'a page of another site wanted something', ['network']),
  'registration.permitted': event('info', 'an application may register itself', []),
  'registration.created': event('info', 'an application has registered itself', [
    'client',
    'network',
  ]),
  'registration.refused': event('info', 'a registration was refused', ['reason', 'network']),
  'registration.removed': event('info', 'an application that registered itself is removed', [
    'client',
  ]),
  'keys.rotated': event('info', 'there are new signing keys', ['how']),
  'keys.replaced': event('warn', 'the database has another key', ['how', 'users']),
  'administration.changed': event(
    'warn',
    'an administrator has changed something',
    ['how', 'administrator'],
    ['user', 'application'],
  ),
  'configuration.exported': event('warn', 'the configuration is exported', ['how']),
  'manifest.applied': event('info', 'a manifest is applied', [
    'groups',
    'users',
    'applications',
    'passwords',
  ]),
};

export type EventName = keyof typeof securityEvents;

type Table = typeof securityEvents;
export type EventFacts<Name extends EventName> = Pick<Facts, Table[Name]['required'][number]> & {
  [F in Table[Name]['optional'][number]]?: Facts[F] | undefined;
};

type Log = Record<Level, (facts: object, message: string) => void>;

/** Writes one line. `level` overrides the level of the table if the facts decide the severity. */
export function logSecurityEvent<Name extends EventName>(
  log: Log,
  name: Name,
  facts: EventFacts<Name>,
  level: Level = securityEvents[name].level,
): void {
  log[level]({ event: name, ...facts }, securityEvents[name].message);
}

/** Facts that an error may add to its security event. */
export type ErrorFacts = Partial<Pick<Facts, 'user' | 'application'>>;

/** Errors that are security events. Their log line carries the name of the event. */
export const eventsOfErrors: Partial<Record<ErrorCode, { event: EventName; method?: MethodId }>> = {
  'sign-in.throttled': { event: 'sign-in.throttled', method: 'password' },
  'password.wrong': { event: 'password.change-refused' },
  'password.link-over': { event: 'password.reset-refused' },
  'application.credentials-refused': { event: 'client.refused' },
  'request.too-many': { event: 'request.throttled' },
  'request.foreign-origin': { event: 'request.foreign-origin' },
};
