// Explains why a user cannot sign in, or cannot open an application, and lifts the waits after wrong passwords and codes.

import type { SignInObstacle } from '@brama/contract/admin/sign-in-check';
import type { EventType } from '@brama/contract/events/event-table';
import type { MethodId } from '@brama/contract/pages/login-page';
import { type Language, languages } from '@brama/contract/paths';
import { emailKey } from '@brama/contract/sign-in/login-name';
import type { Handlers } from '../../admin/handler.ts';
import { isoTime, isoTimeOrNull, timeFrom } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import {
  attemptsOf,
  attemptWithReference,
  lastEventsOf,
  refusalsSince,
  signInsOf,
} from '../../events/attempts.ts';
import type { EventCounter } from '../../events/counter.ts';
import type { SecondFactors } from '../../factors/policy.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import type { Site } from '../../pages/web-build.ts';
import type { Limit } from '../../rate-limits/limit-kinds.ts';
import { accountOf, type Counter, type RateLimits } from '../../rate-limits/rate-limits.ts';
import { readUser } from '../../users/changes/target.ts';
import { effectiveState, hasEnded, hasStarted } from '../../users/lifecycle/effective-state.ts';
import type { StoredLifecycle } from '../../users/lifecycle/lifecycle-store.ts';
import { checkMayActAs } from '../../users/roles/may-act-on.ts';
import { linksOfUsers } from '../../users/sources/link-store.ts';
import type { User } from '../../users/user.ts';
import { canSignInBy } from '../../users/ways-in.ts';
import { lockTarget } from './user-rules.ts';

type Explained = Record<
  Language,
  { summary: string; conditions: { level: number; text: string; isMet: boolean | null }[] }
>;

type ApplicationCheck = {
  /** The enabled methods that it accepts, and that can reach its level. */
  methods: readonly MethodId[];
  /** Who has access; null if the user has. */
  refusal: Explained | null;
  /** Returns whether the user would have access as a member of the group too. */
  wouldOpenTo(group: string): boolean;
};

/** The limits of attempts for one account: from everywhere together, and from one network or device. */
type AttemptLimits = {
  everywhere: readonly Limit[];
  inOnePlace: readonly Limit[];
  /** Returns what counts attempts from this network, in the form in which limits count addresses. */
  fromNetwork(account: string, network: string): readonly Counter[];
};

export type SignInCheckDeps = {
  enabledMethods: readonly MethodId[];
  /** Returns whether a Google account with the address of the user would be linked at its first sign-in. */
  linksGoogleByAddress(user: User): Promise<boolean>;
  limits: RateLimits;
  /** Of wrong passwords, and of wrong codes. */
  attemptLimits: { passwords: AttemptLimits; codes: AttemptLimits };
  secondFactors: SecondFactors;
  /** Returns undefined for an unknown application. */
  checkApplication(
    queries: Queries,
    user: User,
    applicationId: string,
  ): Promise<ApplicationCheck | undefined>;
  site: Pick<Site, 'translate'>;
  /** Stores what it has counted, so that the answer has the last attempts. */
  counter: Pick<EventCounter, 'flush' | 'flushUser'>;
  now(): number;
};

/** The user signs in nevertheless: by the username, from another place, or after setting up a factor in the middle of the sign-in. */
const passable: ReadonlySet<SignInObstacle> = new Set([
  'shared-address',
  'only-google',
  'throttled-in-one-place',
  'second-factor-throttled-in-one-place',
  'second-factor-missing',
]);

type Found = {
  code: SignInObstacle;
  source?: string | undefined;
  until?: string | null;
  access?: Explained;
  wouldOpenTo?: ApplicationCheck['wouldOpenTo'];
};

/** What is asked: now and by any way, or as if. */
type Asked = {
  applicationId: string | undefined;
  method: MethodId | undefined;
  /** In the form in which limits count addresses. */
  network: string | undefined;
  at: number;
};

/** Returns whether a method of this instance can sign the user in, also for the first time by the email address. */
async function hasWay(
  { linksGoogleByAddress }: SignInCheckDeps,
  queries: Queries,
  user: User,
  methods: readonly MethodId[],
): Promise<boolean> {
  if (await canSignInBy(queries, user.id, methods)) return true;
  return methods.includes('google') && linksGoogleByAddress(user);
}

/** Then an address signs in neither of the users. */
async function sharesAddress(queries: Queries, { id, email }: User): Promise<boolean> {
  const others = queries.selectFrom('users').select('id').where('id', '!=', id);
  const row = await others
    .where('email_key', '=', email && emailKey(email))
    .where('disabled', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function obstaclesOfApplication(
  deps: SignInCheckDeps,
  queries: Queries,
  { user, applicationId, ways }: { user: User; applicationId: string; ways: readonly MethodId[] },
): Promise<Found[]> {
  const application = await deps.checkApplication(queries, user, applicationId);
  if (!application)
    return fail('request.invalid', { fields: { applicationId: 'is not an application' } });
  const { methods, refusal, wouldOpenTo } = application;
  const found: Found[] = refusal ? [{ code: 'no-access', access: refusal, wouldOpenTo }] : [];
  const accepted = ways.filter((one) => methods.includes(one));
  if (!(await hasWay(deps, queries, user, accepted)) && (await hasWay(deps, queries, user, ways)))
    found.push({ code: 'method-not-accepted' });
  return found;
}

/** Returns all of them, so that an administrator who enables a user sees that the user has also expired. */
function obstaclesOfValidity({ facts }: StoredLifecycle, now: number): Found[] {
  const found: Found[] = facts.disabledByAdministrator ? [{ code: 'disabled' }] : [];
  if (hasEnded(facts, now)) found.push({ code: 'expired' });
  else if (!hasStarted(facts, now))
    found.push({ code: 'not-yet-valid', until: isoTimeOrNull(facts.validFrom) });
  return found;
}

/** Returns the source that gave the date; undefined for a date by hand. */
async function sourceOf(
  queries: Queries,
  userId: string,
  { facts: { validFrom, validUntil } }: StoredLifecycle,
  { code }: Found,
): Promise<string | undefined> {
  if (code === 'disabled') return undefined;
  const links = (await linksOfUsers(queries, [userId])).get(userId) ?? [];
  return links.find((link) =>
    code === 'expired'
      ? validUntil === link.endsAt || validUntil === link.validUntil
      : validFrom === link.validFrom,
  )?.source;
}

/** Returns until when the invitation of a user without a way to sign in is valid; undefined without one. */
export async function invitationEnd(
  queries: Queries,
  { id, email }: User,
  now: number,
): Promise<number | undefined> {
  const row = await queries
    .selectFrom('password_resets')
    .select('expires_at')
    .where('user_id', '=', id)
    .where('invited_email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.expires_at;
}

/** Returns the accounts under which wrong passwords and codes of a user are counted. */
const accountsOf = ({ id, usernameKey }: { id: string; usernameKey: string }) => ({
  username: accountOf.username(usernameKey),
  user: accountOf.user(id),
});

type Wait = { code: SignInObstacle; waitMs: number };

/** Returns the waits after wrong passwords, or codes. With a network, those elsewhere do not count. */
async function waitsOf(
  limits: RateLimits,
  { everywhere, inOnePlace, fromNetwork }: AttemptLimits,
  { account, subject, network }: { account: string; subject: string; network: string | undefined },
): Promise<[everywhere: number, inOnePlace: number]> {
  const whole = await limits.longestWaitMs(account, everywhere);
  if (network === undefined) return [whole, await limits.longestWaitMs(account, inOnePlace)];
  const own = await Promise.all(fromNetwork(subject, network).map(limits.waitMs));
  return [whole, Math.max(0, ...own)];
}

/** Returns the waits that concern the method: a passkey needs neither a password nor a code. */
async function waitsAsked(
  { limits, attemptLimits: { passwords, codes } }: SignInCheckDeps,
  { id, usernameKey }: { id: string; usernameKey: string },
  { method, network }: Asked,
): Promise<Wait[]> {
  const { username, user } = accountsOf({ id, usernameKey });
  const waits: Wait[] = [];
  if (method === undefined || method === 'password') {
    const about = { account: username, subject: usernameKey, network };
    const [everywhere, inOnePlace] = await waitsOf(limits, passwords, about);
    waits.push({ code: 'throttled', waitMs: everywhere });
    waits.push({ code: 'throttled-in-one-place', waitMs: inOnePlace });
  }
  if (method !== 'passkey') {
    const [everywhere, inOnePlace] = await waitsOf(limits, codes, {
      account: user,
      subject: id,
      network,
    });
    waits.push({ code: 'second-factor-throttled', waitMs: everywhere });
    waits.push({ code: 'second-factor-throttled-in-one-place', waitMs: inOnePlace });
  }
  return waits.filter(({ waitMs }) => waitMs > 0);
}

/** Returns whether the policy requires a second factor that the user does not have. */
async function lacksSecondFactor(
  { enabledMethods, secondFactors }: SignInCheckDeps,
  queries: Queries,
  userId: string,
): Promise<boolean> {
  if (!(await secondFactors.needsPasskey(queries, userId))) return false;
  if (!enabledMethods.includes('passkey')) return true;
  const passkeys = queries.selectFrom('passkeys').select('id').where('user_id', '=', userId);
  return (await passkeys.limit(1).executeTakeFirst()) === undefined;
}

/** Returns why no method signs the user in, or not the one that is asked about. */
async function obstaclesOfWays(
  deps: SignInCheckDeps,
  queries: Queries,
  user: User,
  { method, at }: Asked,
): Promise<Found[]> {
  const { enabledMethods } = deps;
  if (method !== undefined && !enabledMethods.includes(method)) return [{ code: 'method-off' }];
  const hasAny = await hasWay(deps, queries, user, enabledMethods);
  if (hasAny && method === undefined)
    return (await canSignInBy(queries, user.id, enabledMethods)) ? [] : [{ code: 'only-google' }];
  if (hasAny && (await hasWay(deps, queries, user, [method as MethodId]))) return [];
  if (hasAny) return [{ code: 'method-missing' }];
  const invitedUntil = await invitationEnd(queries, user, at);
  return [
    invitedUntil === undefined
      ? { code: 'no-way' }
      : { code: 'invitation-waits', until: isoTime(invitedUntil) },
  ];
}

async function obstaclesOf(
  deps: SignInCheckDeps,
  queries: Queries,
  id: string,
  asked: Asked,
): Promise<Found[]> {
  const now = deps.now();
  const { method, at, applicationId } = asked;
  const { user, usernameKey, lifecycle } = (await readUser(queries, id)) ?? fail('admin.not-found');
  const found: Found[] = [];
  for (const one of obstaclesOfValidity(lifecycle, at))
    found.push({ ...one, source: await sourceOf(queries, user.id, lifecycle, one) });
  found.push(...(await obstaclesOfWays(deps, queries, user, asked)));
  // an address is typed only with a password, and Google accounts are linked by it
  const isByAddress = method === undefined || method === 'password' || method === 'google';
  if (isByAddress && (await sharesAddress(queries, user))) found.push({ code: 'shared-address' });
  for (const { code, waitMs } of await waitsAsked(deps, { id, usernameKey }, asked))
    if (now + waitMs > at) found.push({ code, until: isoTime(now + waitMs) });
  if (method !== 'passkey' && (await lacksSecondFactor(deps, queries, id)))
    found.push({ code: 'second-factor-missing' });
  if (applicationId === undefined) return found;
  const then = { ...user, groups: effectiveState(lifecycle.facts, at).groups };
  const ways = method === undefined ? deps.enabledMethods : [method];
  return [
    ...found,
    ...(await obstaclesOfApplication(deps, queries, { user: then, applicationId, ways })),
  ];
}

/** From this network the user cannot go elsewhere. */
const passableElsewhere: ReadonlySet<SignInObstacle> = new Set([
  'throttled-in-one-place',
  'second-factor-throttled-in-one-place',
]);

const doesPrevent = (code: SignInObstacle, { network }: Asked) =>
  !passable.has(code) || (network !== undefined && passableElsewhere.has(code));

type Cause = {
  types: readonly EventType[];
  /** The changed field, for events that any change of the user records. */
  field?: string;
};

/** The events that can have caused an obstacle. */
const causes: { readonly [Code in SignInObstacle]?: Cause } = {
  disabled: { types: ['user.disabled'] },
  expired: { types: ['user.changed', 'guest.renewed'], field: 'validUntil' },
  'not-yet-valid': { types: ['user.changed'], field: 'validFrom' },
  'no-way': { types: ['passkey.removed', 'google.unlinked', 'factors.reset', 'account.secured'] },
  'invitation-waits': { types: ['user.invited'] },
  'second-factor-missing': {
    types: ['second-factor.removed', 'factors.reset', 'passkey.removed'],
  },
  'no-access': { types: ['membership.ended', 'membership.removed'] },
};

/** An older event is not looked for. */
const searchedEvents = 50;

/** Returns the newest event that explains the obstacle; null if there is none. */
async function causeOf(queries: Queries, userId: string, { code, wouldOpenTo }: Found) {
  const cause = causes[code];
  if (!cause) return null;
  const events = await lastEventsOf(queries, userId, cause.types, searchedEvents);
  const event = events.find(({ type, details: { fields = [], group = '' } }) => {
    if (type === 'user.changed') return cause.field !== undefined && fields.includes(cause.field);
    return wouldOpenTo === undefined || wouldOpenTo(group);
  });
  if (!event) return null;
  const { type, at, actor, actorUsername } = event;
  return { type, at: isoTime(at), actor, actorUsername };
}

const shownAttempts = 10;

type Refused = Awaited<ReturnType<typeof attemptsOf>>[number];

const shownRefusal = ({ at, step, method, reason, network, reference }: Refused) => ({
  at: isoTime(at),
  result: 'refused' as const,
  step,
  method,
  reason,
  network,
  reference,
});

/** Returns the last attempts of a user, refused and successful ones. */
async function lastAttempts(queries: Queries, userId: string) {
  const refused = await attemptsOf(queries, userId, shownAttempts);
  const succeeded = await signInsOf(queries, userId, shownAttempts);
  const all = [
    ...refused.map(shownRefusal),
    ...succeeded.map(({ at, method, network }) => ({
      at: isoTime(at),
      result: 'succeeded' as const,
      step: 'sign-in' as const,
      method,
      reason: null,
      network,
      reference: null,
    })),
  ];
  // ISO times sort as texts
  return all.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, shownAttempts);
}

const dayMs = 24 * 3_600_000;
const shownReasons = 10;

export const createSignInCheck = (
  deps: SignInCheckDeps,
): Handlers<'checkSignIn' | 'liftSignInWaits' | 'findSignInAttempts' | 'listRefusalReasons'> => ({
  async checkSignIn({ params: { id }, query, queries, record }) {
    const { applicationId, method, network } = query;
    const at = timeFrom(query.at) ?? deps.now();
    const asked = { applicationId, method, at, network: network && networkOf(network) };
    const found = await obstaclesOf(deps, queries, id, asked);
    await record({ type: 'user.viewed', userId: id, applicationId });
    const wordsOf = (code: SignInObstacle, part: 'rule' | 'remedy') => {
      const [uk, en] = languages.map((one) =>
        deps.site.translate(one)(`admin-errors:signIn.${code}.${part}`),
      );
      return { uk: uk ?? '', en: en ?? '' };
    };
    const obstacles = [];
    for (const obstacle of found) {
      const { code, until = null, access = null, source = null } = obstacle;
      obstacles.push({
        code,
        until,
        access,
        prevents: doesPrevent(code, asked),
        rule: wordsOf(code, 'rule'),
        remedy: wordsOf(code, 'remedy'),
        cause: await causeOf(queries, id, obstacle),
        source,
      });
    }
    await deps.counter.flushUser(id);
    return {
      canSignIn: obstacles.every(({ prevents }) => !prevents),
      obstacles,
      attempts: await lastAttempts(queries, id),
    };
  },

  async findSignInAttempts({ query: { code }, queries, record }) {
    await deps.counter.flush();
    const found = await attemptWithReference(queries, code.toLowerCase());
    const known = found && (await readUser(queries, found.user_id));
    if (!found || !known) return { items: [] };
    const { id, username, fullName } = known.user;
    await record({ type: 'user.viewed', userId: id });
    return { items: [{ ...shownRefusal(found), user: { id, username, fullName } }] };
  },

  async listRefusalReasons({ queries }) {
    const rows = await refusalsSince(queries, deps.now() - dayMs, shownReasons);
    return { items: rows.map(({ count, ...one }) => ({ ...one, count: Number(count) })) };
  },

  async liftSignInWaits({ actor, params: { id }, queries, record }) {
    const { usernameKey } = await lockTarget(queries, actor, id);
    // more attempts also help a caller who guesses, so a token does not lift those of an administrator
    if ((await checkMayActAs(queries, actor, id, deps.now())).isAdministrator)
      fail('admin.conflict', {
        fields: { id: 'is an administrator, whose waits end by themselves' },
      });
    const accounts = Object.values(accountsOf({ id, usernameKey }));
    if (!(await deps.limits.lift(queries, accounts))) return;
    await record({ type: 'sign-in.waits-lifted', userId: id });
  },
});
