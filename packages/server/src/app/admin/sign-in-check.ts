// Passes the rules of other areas to the explanation why a user cannot sign in.

import { parseAppId } from '@brama/contract/app-id';
import { hasAccess } from '../../applications/access/access.ts';
import { explainInLanguages } from '../../applications/access/explain.ts';
import { acceptedMethods } from '../../applications/levels/method-levels.ts';
import type { Protocol } from '../../applications/protocol.ts';
import type { SignInCheckDeps } from '../../directory/users/sign-in-check.ts';
import { accountOf } from '../../rate-limits/rate-limits.ts';
import { codeLimits } from '../../second-factor/verify/attempt-limits.ts';
import { linksByAddress } from '../../sign-in/google/account-linking.ts';
import { levelsOn, methodsOn } from '../../sign-in/methods.ts';
import { passwordLimits } from '../../sign-in/password/attempt-limits.ts';
import type { Core } from '../core.ts';
import type { ServerDeps } from '../deps.ts';

export function composeSignInCheck(
  { config, site }: Pick<ServerDeps, 'config' | 'site'>,
  core: Core,
  protocols: ReadonlyMap<string, Protocol>,
): Omit<SignInCheckDeps, 'now'> {
  const { policy } = core.factors;
  const levels = { methodsOn: methodsOn(config), methodLevels: levelsOn(config) };
  const hasPasskeys = config.methods.passkey !== undefined;
  return {
    enabledMethods: levels.methodsOn,
    linksGoogleByAddress: (user) =>
      linksByAddress(core.users, config.methods.google?.hostedDomains ?? [], user),
    waits: {
      async find({ id, usernameKey }) {
        const passwords = passwordLimits(config);
        const [username, user] = [accountOf.username(usernameKey), accountOf.user(id)];
        const waits = [
          { code: 'throttled', account: username, limits: passwords.everywhere },
          { code: 'throttled-in-one-place', account: username, limits: passwords.inOnePlace },
          { code: 'second-factor-throttled', account: user, limits: codeLimits.everywhere },
          {
            code: 'second-factor-throttled-in-one-place',
            account: user,
            limits: codeLimits.inOnePlace,
          },
        ] as const;
        const found = await Promise.all(
          waits.map(async ({ code, account, limits }) => ({
            code,
            waitMs: await core.limits.longestWaitMs(account, limits),
          })),
        );
        return found.filter(({ waitMs }) => waitMs > 0);
      },
      lift: (queries, { id, usernameKey }) =>
        core.limits.lift(queries, [accountOf.username(usernameKey), accountOf.user(id)]),
    },
    async lacksSecondFactor(queries, userId) {
      if (!(await policy.needsPasskey(queries, userId))) return false;
      const passkeys = queries.selectFrom('passkeys').select('id').where('user_id', '=', userId);
      return !hasPasskeys || !(await passkeys.limit(1).executeTakeFirst());
    },
    async checkApplication(queries, user, applicationId) {
      const id = parseAppId(applicationId);
      const application = id && (await core.applications.byId(id));
      if (!application) return undefined;
      const { access, minimumLevel, protocol } = application;
      const signInMethods = protocols.get(protocol.type)?.signInMethodsOf?.(application) ?? null;
      return {
        methods: acceptedMethods({ signInMethods, minimumLevel }, levels),
        refusal: hasAccess(user, application)
          ? null
          : await explainInLanguages(queries, access, user),
      };
    },
    describeObstacle: (code, part, language) =>
      site.translate(language)(`admin-errors:signIn.${code}.${part}`),
  };
}
