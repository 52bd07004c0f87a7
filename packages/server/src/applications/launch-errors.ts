// Refuses a launch: because of a `state` that cannot be returned, or a user without access if the application has
// `returnErrors`. A page shows the error; only its button leads back to the application.

import { type AppId, parseAppId } from '@brama/contract/app-id';
import { paths } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import { validateState } from '@brama/contract/sign-in/state';
import type { FastifyRequest } from 'fastify';
import { rawQuery } from '../pages/address.ts';
import type { StartChecks } from '../pages/pages.ts';
import type { Translate } from '../pages/translate.ts';
import type { User } from '../users/user.ts';
import { hasAccess } from './access/access.ts';
import type { Application } from './application.ts';
import { refusedRequestPage } from './diagnostics/refused-page.ts';
import type { PageNotices } from './interaction-pages.ts';
import type { Protocol } from './protocol.ts';

export type LaunchErrorDeps = {
  pageNotices: PageNotices;
  translate: Translate;
  protocols: ReadonlyMap<string, Protocol>;
  applicationById(id: AppId): Promise<Application | undefined>;
};

/** `url` returns the error to the application; empty if the application cannot receive one. */
export type AccessDenial = { application: Application; url: string };

export function createLaunchErrors(deps: LaunchErrorDeps) {
  const { protocols, applicationById } = deps;

  /** Returns the denial for a user without access; undefined if the application does not ask for the error. */
  async function accessDenial(
    request: FastifyRequest,
    user: User,
  ): Promise<AccessDenial | undefined> {
    const returnParams = new URLSearchParams(returnQuery(rawQuery(request)));
    const appId = parseAppId(returnParams.get('appId') ?? '');
    const application = appId ? await applicationById(appId) : undefined;
    if (!application || hasAccess(user, application)) return undefined;
    const protocol = protocols.get(application.protocol.type);
    const state = returnParams.get('state') ?? undefined;
    const url = protocol?.accessDeniedUrl?.(application, state);
    return url === undefined ? undefined : { application, url };
  }

  const startChecks: StartChecks = {
    refusedRequest(request, language) {
      const reason = validateState(rawQuery(request));
      if (reason === undefined) return undefined;
      request.log.info({ reason }, 'state of an application rejected');
      const refused = { error: 'invalid_request', reason: 'state', reference: request.id } as const;
      return refusedRequestPage(deps, language, refused);
    },

    async refusedUser(request, user) {
      const returnParams = returnQuery(rawQuery(request));
      if (!new URLSearchParams(returnParams).has('appId')) return undefined;
      const denial = await accessDenial(request, user);
      return denial && `${paths.appRedirect}${returnParams}`;
    },
  };

  return { accessDenial, startChecks };
}

export type LaunchErrors = ReturnType<typeof createLaunchErrors>;
