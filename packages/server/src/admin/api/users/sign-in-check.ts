// Explains why a user cannot sign in, or cannot open an application.

import type { SignInObstacle } from '@brama/contract/admin/sign-in-check';
import type { MethodId } from '@brama/contract/pages/login-page';
import { type Language, languages } from '@brama/contract/paths';
import { emailKey } from '@brama/contract/sign-in/login-name';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import { userColumns, userFrom } from '../../../users/store.ts';
import type { User } from '../../../users/user.ts';
import { hasOtherWay } from '../../../users/ways-in.ts';
import { isoTime } from '../../times.ts';
import type { Handlers } from '../handler.ts';
import { showUser } from './show-user.ts';

type Explained = Record<
  Language,
  { summary: string; conditions: { level: number; text: string; isMet: boolean | null }[] }
>;

type ApplicationCheck = {
  /** The enabled methods that it accepts, and that can reach its level. */
  methods: readonly MethodId[];
  /** Who has access; null if the user has. */
  refusal: Explained | null;
};

export type SignInCheckDeps = {
  enabledMethods: readonly MethodId[];
  /** Returns whether a Google account with the address of the user would be linked at its first sign-in. */
  linksGoogleByAddress(user: User): Promise<boolean>;
  /** Returns the milliseconds for which no password of this username is checked. */
  usernameWaitMs(usernameKey: string): Promise<number>;
  /** Returns whether the policy requires a second factor that the user does not have. */
  lacksSecondFactor(queries: Queries, userId: string): Promise<boolean>;
  /** Returns undefined for an unknown application. */
  checkApplication(
    queries: Queries,
    user: User,
    applicationId: string,
  ): Promise<ApplicationCheck | undefined>;
  describeObstacle(code: SignInObstacle, part: 'rule' | 'remedy', language: Language): string;
  now(): number;
};

/** The user signs in nevertheless: by the username, or after setting up a factor in the middle of the sign-in. */
const passable: ReadonlySet<SignInObstacle> = new Set(['shared-address', 'second-factor-missing']);

type Found = { code: SignInObstacle; until?: string | null; access?: Explained };

/** Returns whether a method of this instance can sign the user in, also for the first time by the email address. */
async function hasWay(
  { linksGoogleByAddress }: SignInCheckDeps,
  queries: Queries,
  user: User,
  methods: readonly MethodId[],
): Promise<boolean> {
  if (await hasOtherWay(queries, user.id, methods, { passkey: '' })) return true;
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
  { user, applicationId }: { user: User; applicationId: string },
): Promise<Found[]> {
  const application = await deps.checkApplication(queries, user, applicationId);
  if (!application)
    return fail('request.invalid', { fields: { applicationId: 'is not an application' } });
  const { methods, refusal } = application;
  const found: Found[] = refusal ? [{ code: 'no-access', access: refusal }] : [];
  const accepted = await hasWay(deps, queries, user, methods);
  if (!accepted && (await hasWay(deps, queries, user, deps.enabledMethods)))
    found.push({ code: 'method-not-accepted' });
  return found;
}

function obstacleOfValidity(user: Awaited<ReturnType<typeof showUser>>): Found[] {
  if (user.disabledReason === null) return [];
  if (user.disabledReason === 'not-yet-valid')
    return [{ code: 'not-yet-valid', until: user.validFrom }];
  return [{ code: user.disabledReason === 'expired' ? 'expired' : 'disabled' }];
}

async function obstaclesOf(
  deps: SignInCheckDeps,
  queries: Queries,
  { id, applicationId }: { id: string; applicationId: string | undefined },
): Promise<Found[]> {
  const found = obstacleOfValidity(await showUser(queries, id, deps.now()));
  const row = await queries
    .selectFrom('users')
    .select([...userColumns, 'username_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const user = userFrom(row);
  if (!(await hasWay(deps, queries, user, deps.enabledMethods))) found.push({ code: 'no-way' });
  if (await sharesAddress(queries, user)) found.push({ code: 'shared-address' });
  const waitMs = await deps.usernameWaitMs(row.username_key);
  if (waitMs > 0) found.push({ code: 'throttled', until: isoTime(deps.now() + waitMs) });
  if (await deps.lacksSecondFactor(queries, id)) found.push({ code: 'second-factor-missing' });
  if (applicationId === undefined) return found;
  return [...found, ...(await obstaclesOfApplication(deps, queries, { user, applicationId }))];
}

export const createSignInCheck = (deps: SignInCheckDeps): Handlers<'checkSignIn'> => ({
  async checkSignIn({ params: { id }, query: { applicationId }, queries, record }) {
    const found = await obstaclesOf(deps, queries, { id, applicationId });
    await record({ type: 'user.viewed', userId: id, applicationId });
    const wordsOf = (code: SignInObstacle, part: 'rule' | 'remedy') => {
      const [uk, en] = languages.map((one) => deps.describeObstacle(code, part, one));
      return { uk: uk ?? '', en: en ?? '' };
    };
    const obstacles = found.map(({ code, until = null, access = null }) => ({
      ...{ code, until, access, prevents: !passable.has(code) },
      ...{ rule: wordsOf(code, 'rule'), remedy: wordsOf(code, 'remedy') },
    }));
    return { canSignIn: obstacles.every(({ prevents }) => !prevents), obstacles };
  },
});
