// Connects the sign-in page with the suspended authorization request that the user signs in for.

import { parseAppId } from '@brama/contract/app-id';
import type { FastifyRequest } from 'fastify';
import {
  type AuthenticationRequirements,
  meetsRequirements,
  meetsSignInRequirements,
} from '../applications/suspended-requests/suspended-request.ts';
import type { SignInRequirements } from '../http/sign-in-requirements.ts';
import { createLoginPage } from '../pages/login-page.ts';
import type { Session } from '../sessions/session.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';

/**
 * Returns the methods to offer. A sign-in that does not reach the level would not reach it by being repeated, so its method
 * is left out if there are others.
 */
function helpfulMethods(
  { methods, levels }: AuthenticationRequirements,
  session: Session | undefined,
): AuthenticationRequirements['methods'] {
  if (!session || !methods || meetsSignInRequirements(session, { levels })) return methods;
  const others = methods.filter((id) => id !== session.method);
  return others.length > 0 ? others : methods;
}

export function composeLoginPage({ site, hasher, config }: ServerDeps, core: Core) {
  const { applications, findAuthorizationRequest, pairwiseSubject, sessionCookie } = core;

  async function findSignInRequirements(
    request: FastifyRequest,
  ): Promise<SignInRequirements | undefined> {
    const suspended = await findAuthorizationRequest(request);
    if (typeof suspended !== 'object') return undefined;
    const { requirements, loginHint } = suspended;
    const { methodsWithoutLevel } = requirements;
    const session = requirements.levels && (await sessionCookie.find(request));
    return {
      isMetBy: (session) => meetsRequirements(session, requirements, pairwiseSubject),
      methods: helpfulMethods(requirements, session),
      isVoluntary: methodsWithoutLevel !== undefined,
      loginHint,
    };
  }

  const renderLoginPage = createLoginPage({
    site,
    applicationTitle: async (id, language) => {
      const appId = parseAppId(id);
      const application = appId && (await applications.byId(appId));
      return application?.title[language];
    },
    titlesByNames: async (names, language) => {
      const all = await applications.all();
      return all.flatMap(({ name, title }) => (names.includes(name) ? [title[language]] : []));
    },
    findSignInRequirements,
    sharedIdleSeconds: config.sessionSharedIdleSeconds,
  });
  const loginPage: typeof renderLoginPage = (...shown) => {
    hasher.prepare?.();
    return renderLoginPage(...shown);
  };
  return { findSignInRequirements, loginPage };
}

export type LoginPageParts = ReturnType<typeof composeLoginPage>;
