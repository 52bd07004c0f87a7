// Every event of security the log may tell of: a stable name, a level, and the facts that stand beside it, nothing else.
// All are ids of ours or words of closed lists: what somebody has typed is in none (people type passwords anywhere).

import type { ErrorCode } from '@brama/contract/errors';
import type { MethodId } from '@brama/contract/pages/login-page';

type Facts = {
  /** Id of our record. Nothing where nobody has the name that was typed. */
  user: string;
  /** The public id of a session, never the secret one. */
  session: string;
  method: MethodId;
  /** The address, of IPv6 the first 64 bits. */
  network: string;
  /** Id of our record. */
  application: string;
  /** The client id that stands in it. */
  client: string;
  /** Keyed hash of an account at Google. */
  account: string;
  reason: string;
  /** A code of a protocol or a library. */
  fault: string;
  /** What the library message of it. */
  detail: string;
  /** What was sent, and what is registered. */
  fact: object;
  how: string;
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

/** `docs/operate.md` tells of the same, and a test compares. */
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
  'diia.callback-refused': event('warn', 'a callback of Diia is refused', ['reason', 'network']),
  'session.ended': event('info', 'a session is over', ['session', 'reason'], ['user']),
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
  'google.linked': event('info', 'a Google account is linked', ['user', 'account', 'how']),
  'google.unlinked': event('info', 'a Google account is unlinked', ['user']),
  'google.link-refused': event(
    'info',
    'a Google account is not linked',
    ['reason', 'network'],
    ['user', 'account', 'fault'],
  ),
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

/** One line. `level` where the facts tell how grave it is. */
export function logSecurityEvent<Name extends EventName>(
  log: Log,
  name: Name,
  facts: EventFacts<Name>,
  level: Level = securityEvents[name].level,
): void {
  log[level]({ event: name, ...facts }, securityEvents[name].message);
}

/** What whoever refuses may know beside the code, for the event of that refusal. */
export type ErrorFacts = Partial<Pick<Facts, 'user' | 'application'>>;

/** Refusals that are such events: their one line in the log carries the name as well. */
export const eventsOfErrors: Partial<Record<ErrorCode, { event: EventName; method?: MethodId }>> = {
  'sign-in.throttled': { event: 'sign-in.throttled', method: 'password' },
  'password.wrong': { event: 'password.change-refused' },
  'password.link-over': { event: 'password.reset-refused' },
  'application.credentials-refused': { event: 'client.refused' },
  'request.too-many': { event: 'request.throttled' },
  'request.foreign-origin': { event: 'request.foreign-origin' },
};
