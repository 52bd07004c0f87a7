// Interaction policy: when an authorization request needs the user. Adds checks to those of the library: the time and method of
// the sign-in, the `acr`, access to the application, consent, and confirmation.

import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { reachesMinimumLevel } from '../../application.ts';
import { meetsSignInRequirements } from '../../suspended-requests/suspended-request.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { difference, isEmpty, requestedScopes, scopesOfGrant } from '../consent/scope-set.ts';
import type { OidcDeps } from '../deps.ts';
import type { Library } from '../library.ts';
import { requestContextOf } from '../request-context.ts';
import { clientOf, requirementsOf } from './authentication-requirements.ts';
import { userHasAccess } from './find-account.ts';
import { sessionOf, stepUpCheck } from './step-up.ts';

/** Checks of the library that ours replace: they ask for scopes that the client cannot get, or ask again. */
const replacedConsentChecks = [
  'consent_prompt',
  'native_client_prompt',
  'op_scopes_missing',
  'op_claims_missing',
  'rs_scopes_missing',
];

/**
 * Returns whether the user must be asked for consent. First-party applications never ask, also with `prompt=consent`: many
 * send it to get refresh tokens. Third-party applications ask for new scopes, and whenever they send `prompt=consent`.
 */
function mustAskConsent(ctx: KoaContextWithOIDC): boolean {
  if (ownMetadataOf(clientOf(ctx)).firstParty) return false;
  if (ctx.oidc.prompts.has('consent') && ctx.oidc.promptPending('consent')) return true;
  return !isEmpty(difference(requestedScopes(ctx), scopesOfGrant(ctx.oidc.entities.Grant)));
}

/**
 * Returns whether the user must still confirm this request. The user confirms every sign-in of a native application, because any
 * program on a device can imitate another one (RFC 8252 §8.6). The device flow has its own confirmation page.
 */
function mustConfirm(ctx: KoaContextWithOIDC): boolean {
  const isConfirmed = 'consent' in (ctx.oidc.result ?? {});
  const { device } = requestContextOf(ctx);
  return ownMetadataOf(clientOf(ctx)).isNative && !device && !isConfirmed;
}

/** The reason of a prompt that asks for consent; without it the user only confirms. */
const notConsented = 'not_agreed';

export function isConfirmation({ prompt }: Pick<Interaction, 'prompt'>): boolean {
  return !prompt.reasons.includes(notConsented);
}

function loginChecks(library: Library, { settings, now }: OidcDeps) {
  const { Check } = library.interactionPolicy;
  return [
    // compares milliseconds with the record of the session; the library compares seconds
    new Check('max_age', 'signed in too long ago', 'login_required', (ctx) => {
      const session = sessionOf(ctx);
      if (ctx.oidc.params?.['max_age'] === undefined || !session) return false;
      const { after } = requirementsOf(ctx, settings, now());
      const hasReturned = ctx.oidc.result?.login !== undefined;
      return !hasReturned && !meetsSignInRequirements(session, { after });
    }),
    new Check('sign_in_method', 'another sign-in method is required', 'login_required', (ctx) => {
      const session = sessionOf(ctx);
      const methods = ownMetadataOf(clientOf(ctx)).signInMethods ?? undefined;
      return session !== undefined && !meetsSignInRequirements(session, { methods });
    }),
    new Check('minimum_level', 'a stronger sign-in is required', 'login_required', (ctx) => {
      const session = sessionOf(ctx);
      return session !== undefined && !reachesMinimumLevel(session, ownMetadataOf(clientOf(ctx)));
    }),
    stepUpCheck(library, settings),
  ];
}

export function createInteractionPolicy(library: Library, deps: OidcDeps) {
  const { base, Check, Prompt } = library.interactionPolicy;
  const policy = base();
  const login = policy.get('login');
  const consent = policy.get('consent');
  if (!login || !consent) throw new Error('the base policy of the library has changed');
  for (const replaced of ['max_age', 'essential_acr', 'essential_acrs'])
    login.checks.remove(replaced);
  for (const check of loginChecks(library, deps)) login.checks.add(check);
  for (const replaced of replacedConsentChecks) consent.checks.remove(replaced);
  const notAgreed = 'the user has not agreed';
  consent.checks.add(new Check(notConsented, notAgreed, 'consent_required', mustAskConsent));
  const confirmed = 'the user confirms every sign-in of a native application';
  consent.checks.add(new Check('not_confirmed', confirmed, 'interaction_required', mustConfirm));
  const denied = 'the user may not open this application';
  const access = new Check('no_access', denied, 'access_denied', (ctx) => !userHasAccess(ctx));
  // between the prompts `login` and `consent`
  policy.add(new Prompt({ name: 'access', requestable: false }, access), 1);
  return policy;
}
