// The path of an authorization request from our route to the response, as one list of steps. Each step is one function in the
// file that it is imported from. The order of the library is in its lib/actions/authorization/index.js.

import type { Configuration, errors } from 'oidc-provider';
import { RequestError } from '../../../errors.ts';
import type { DevicePages } from '../device/device-pages.ts';
import type { Library } from '../library.ts';
import { RequirementsReader } from './authentication-requirements.ts';
import {
  type AccountDeps,
  createFindAccount,
  type FindAccount,
  userHasAccess,
} from './find-account.ts';
import { createInteractionPolicy } from './interaction-policy.ts';
import { createConsentLookup, createGrantLoader, type GrantDeps } from './load-grant.ts';
import {
  loadSession,
  type RouteDeps,
  type RouteStep,
  repeatAsGet,
  restoreResumeCookie,
  restoreStoredRequest,
} from './route-steps.ts';
import { type SuspendDeps, suspendRequest } from './suspend-request.ts';

export type AuthorizationDeps = AccountDeps & GrantDeps & Omit<SuspendDeps, 'requirements'>;

/** First part: our routes, before the library. Also for logout requests, which have the same first steps. */
export function routeSteps(deps: RouteDeps, devicePages: Pick<DevicePages, 'contextOf'>) {
  return {
    /** POST from a client: the browser repeats it as GET. */
    post: [repeatAsGet(deps)],
    /** GET from a client. */
    start: [restoreStoredRequest(deps), loadSession(deps)],
    /** GET with the id of a suspended request: the user returns from the sign-in, or from a page. */
    resume: [restoreResumeCookie(deps), restoreStoredRequest(deps), loadSession(deps)],
    /** The user allows or denies a device. */
    device: [loadSession(deps, devicePages)],
    /** The same, after a sign-in. */
    resumeDevice: [restoreResumeCookie(deps), loadSession(deps, devicePages)],
  } satisfies Record<string, RouteStep[]>;
}

/**
 * Second part: what the library calls, in its order. Between these steps it reads and checks the parameters, and calls the
 * adapters (`adapters/adapters.ts`). Third part: the response patches (`wrapRequests` in `patches.ts`).
 */
export function librarySteps(library: Library, deps: AuthorizationDeps) {
  const requirements = new RequirementsReader(deps.methodsOn);
  const consentOf = createConsentLookup(deps);
  const { now } = deps;
  return {
    // before all others, for a resumed request: `checkResumedRequest` (restart-interaction.ts), called by `wrapRequests`
    findAccount: createFindAccount(deps),
    loadExistingGrant: createGrantLoader(deps, consentOf),
    policy: createInteractionPolicy(library, {
      hasAccess: userHasAccess,
      requirements,
      consentOf,
      now,
    }),
    // only if a check of the policy needs the user
    interactionUrl: (ctx, interaction) =>
      orTemporarilyUnavailable(library.errors, () =>
        suspendRequest({ ...deps, requirements }, ctx, interaction),
      ),
  } satisfies LibrarySteps;
}

export type LibrarySteps = {
  findAccount: FindAccount;
  loadExistingGrant: NonNullable<Configuration['loadExistingGrant']>;
  policy: NonNullable<NonNullable<Configuration['interactions']>['policy']>;
  interactionUrl: NonNullable<NonNullable<Configuration['interactions']>['url']>;
};

/** Turns a rate limit into an error that the client receives and may retry (RFC 6749 §4.1.2.1). */
async function orTemporarilyUnavailable(
  { TemporarilyUnavailable }: Pick<typeof errors, 'TemporarilyUnavailable'>,
  suspend: () => Promise<string>,
): Promise<string> {
  try {
    return await suspend();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new TemporarilyUnavailable('too many wait from this network', { cause: error });
  }
}
