// Step-up: the check that asks for a sign-in with a stronger method, if the request asks for an `acr` that the session does not
// reach.

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Session } from '../../../sessions/session.ts';
import type { LevelSettings } from '../../levels/method-levels.ts';
import type { Library } from '../library.ts';
import { requestContextOf } from '../request-context.ts';
import { isSupportedAcr, reachesOneOf } from './acr.ts';
import { requestedAcr, requestedLevels } from './authentication-requirements.ts';
import { isAcrWaived } from './resume-request.ts';

/** Returns our session while the library accepts it: `load-grant.ts` withdraws a session that has just ended. */
export function sessionOf(ctx: KoaContextWithOIDC): Session | undefined {
  return ctx.oidc.session?.accountId === undefined ? undefined : requestContextOf(ctx).session;
}

/**
 * Asks for a stronger sign-in if this one reaches none of the requested levels. With `prompt=none` an optional `acr` is
 * ignored; the response contains the actual one.
 */
export function stepUpCheck(
  { interactionPolicy: { Check }, errors }: Library,
  settings: LevelSettings,
) {
  return new Check('level', 'a stronger sign-in is required', 'login_required', (ctx) => {
    const { values, isEssential } = requestedAcr(ctx);
    const requested = requestedLevels(ctx, settings);
    const session = sessionOf(ctx);
    if (session && requested && reachesOneOf(session, requested.levels)) return false;
    if (isEssential && (!values.some(isSupportedAcr) || requested?.methods.length === 0))
      throw new errors.UnmetAuthenticationRequirements('no sign-in here reaches that level');
    if (!session || !requested?.methods.length) return false;
    return isEssential || (!ctx.oidc.prompts.has('none') && !isAcrWaived(ctx));
  });
}
