// The path of an authorization request from our route to the response, as one list of steps. Each step is one function in the
// file that it is imported from. The order of the library is in its lib/actions/authorization/index.js.

import type { Configuration } from 'oidc-provider';
import type { OidcDeps } from '../deps.ts';
import { refuseTooManyAttempts } from '../device/device-pages.ts';
import type { Library } from '../library.ts';
import type { RouteStep } from '../request-context.ts';
import { createFindAccount } from './find-account.ts';
import { createInteractionPolicy } from './interaction-policy.ts';
import { createGrantLoader } from './load-grant.ts';
import { checkResumedRequest } from './resume-request.ts';
import {
  loadSession,
  repeatAsGet,
  restoreResumeCookie,
  restoreStoredRequest,
} from './route-steps.ts';
import { suspendRequest } from './suspend-request.ts';

/** First part: steps of our routes, before the library. Logout requests begin with the same steps. */
export function routeSteps(deps: OidcDeps) {
  return {
    /** POST from a client: the browser repeats it as GET. */
    post: [repeatAsGet(deps)],
    /** GET from a client. */
    start: [restoreStoredRequest(deps), loadSession(deps)],
    /** GET with the id of a suspended request: the user returns from the sign-in, or from a page. */
    resume: [restoreResumeCookie(deps), loadSession(deps), checkResumedRequest(deps)],
    /** The user allows or denies a device. */
    device: [refuseTooManyAttempts(deps), loadSession(deps, 'device-page')],
    /** The same, after a sign-in. */
    resumeDevice: [
      restoreResumeCookie(deps),
      loadSession(deps, 'device-page'),
      checkResumedRequest(deps),
    ],
  } satisfies Record<string, RouteStep[]>;
}

/**
 * Second part: functions that the library calls, in its order. Between them it reads and checks the parameters and
 * calls the adapters (`adapters/adapters.ts`). Third part: the response patches (`patchResponses` in `patches.ts`).
 */
export function librarySteps(library: Library, deps: OidcDeps) {
  return {
    findAccount: createFindAccount(deps.stores, deps.events),
    loadExistingGrant: createGrantLoader(deps),
    interactions: {
      policy: createInteractionPolicy(library, deps),
      // called only if a check of the policy needs the user
      url: (ctx, interaction) => suspendRequest(library, deps, ctx, interaction),
    },
  } satisfies Configuration;
}
