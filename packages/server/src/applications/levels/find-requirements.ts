// Finds what a sign-in must meet: the requirements of the suspended authorization request in the query. Without one, the level
// that the application in the query requires.

import { type AppId, parseAppId } from '@brama/contract/app-id';
import type { MethodId } from '@brama/contract/sign-in/methods';
import type { FastifyRequest } from 'fastify';
import type { Application } from '../application.ts';
import { type FindAuthorizationRequest, queryParameter } from '../suspended-requests/finder.ts';
import type { AuthenticationRequirements } from '../suspended-requests/suspended-request.ts';
import { type MethodLevels, methodsReaching } from './method-levels.ts';

type Deps = {
  findAuthorizationRequest: FindAuthorizationRequest;
  applicationById(id: AppId): Promise<Application | undefined>;
  enabledMethods: readonly MethodId[];
  methodLevels: MethodLevels;
};

export type FoundRequirements = {
  requirements: AuthenticationRequirements;
  applicationId: string;
  /** Of the suspended authorization request; undefined without one. */
  id?: string | undefined;
  /** The username that the application expects. */
  loginHint?: string | undefined;
};

export type FindRequirements = (request: FastifyRequest) => Promise<FoundRequirements | undefined>;

/** Returns undefined if every sign-in suffices, and for a request that is over: the launch then says so. */
export function createFindRequirements(deps: Deps): FindRequirements {
  return async (request) => {
    const suspended = await deps.findAuthorizationRequest(request);
    if (suspended !== undefined) return suspended === 'over' ? undefined : suspended;
    const applicationId = parseAppId(queryParameter(request, 'appId') ?? '');
    const application = applicationId && (await deps.applicationById(applicationId));
    if (!applicationId || !application?.minimumLevel) return undefined;
    const { minimumLevel } = application;
    const methods = methodsReaching([minimumLevel], deps.enabledMethods, deps.methodLevels);
    // if no method reaches it, a page explains that after the sign-in
    const limited = methods.length > 0 && { methods };
    return { applicationId, requirements: { minimumLevel, ...limited } };
  };
}
