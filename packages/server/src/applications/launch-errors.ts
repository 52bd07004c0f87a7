// Refusals at the start of a sign-in: of a `state` that cannot be given back, and of a user without access where the
// application wants to learn of it. A page says so; only its button leads back to the application.

import { referenceOf } from '@brama/contract/errors';
import { type Language, paths } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import { validateState } from '@brama/contract/sign-in/state';
import type { FastifyRequest } from 'fastify';
import { rawQuery } from '../pages/address.ts';
import type { StartChecks } from '../pages/start-checks.ts';
import type { Translate } from '../pages/translate.ts';
import type { User } from '../users/user.ts';
import type { Application } from './application.ts';
import { hasAccess } from './has-access.ts';
import type { AnswerNotices } from './interaction-pages.ts';
import type { Protocol } from './protocol.ts';

export type RefusalDeps = {
  answerNotices: AnswerNotices;
  translate: Translate;
  protocols: ReadonlyMap<string, Protocol>;
  applicationById(id: string): Promise<Application | undefined>;
  userById(id: string): Promise<User | undefined>;
};

/** An application whose user is refused, and where the button of that page leads. */
export type AccessDenial = { application: Application; address: string };

export function createLaunchErrors(deps: RefusalDeps) {
  const { answerNotices, translate, protocols, applicationById, userById } = deps;

  /** Returns what takes the refusal of this user back; nothing where the application does not want it. */
  async function refusalOf(request: FastifyRequest, user: User): Promise<AccessDenial | undefined> {
    const carried = new URLSearchParams(returnQuery(rawQuery(request)));
    const appId = carried.get('appId');
    const application = appId ? await applicationById(appId) : undefined;
    if (!application || hasAccess(user, application)) return undefined;
    const protocol = protocols.get(application.protocol.type);
    const state = carried.get('state') ?? undefined;
    const address = protocol?.accessDeniedUrl?.(application, state);
    return address === undefined ? undefined : { application, address };
  }

  const startChecks: StartChecks = {
    refusedRequest(request, language) {
      const reason = validateState(rawQuery(request));
      if (reason === undefined) return undefined;
      request.log.info({ reason }, 'state of an application refused');
      const why = (one: Language) =>
        `invalid_request: ${translate(one)('answers:request-refused.reasons.state')}`;
      return answerNotices(language, 'request-refused', (one) => ({
        lead: translate(one)('answers:request-refused.text'),
        why: { uk: why('uk'), en: why('en') },
        reference: referenceOf(request.id),
      }));
    },

    async refusedUser(request, session) {
      const carried = returnQuery(rawQuery(request));
      if (!new URLSearchParams(carried).has('appId')) return undefined;
      const user = await userById(session.userId);
      const refusal = user && (await refusalOf(request, user));
      return refusal && `${paths.appRedirect}${carried}`;
    },
  };

  return { refusalOf, startChecks };
}

export type LaunchErrors = ReturnType<typeof createLaunchErrors>;
