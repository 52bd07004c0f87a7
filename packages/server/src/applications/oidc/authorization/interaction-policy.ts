// Interaction policy: when an authorization request needs the user. Adds checks to those of the library: the time and method of
// the sign-in, the `acr`, access to the application, consent, and confirmation.

import type { errors, interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import type { Session } from '../../../sessions/session.ts';
import { meetsSignInRequirements } from '../../suspended-requests/suspended-request.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { difference, isEmpty, narrowToConsentable, requestedScopes } from '../consent/scope-set.ts';
import { mustConfirm, notConsented } from '../native/confirmation.ts';
import { requestContextOf } from '../request-context.ts';
import { clientOf, type RequirementsReader } from './authentication-requirements.ts';
import type { ConsentLookup } from './load-grant.ts';
import { isAcrWaived } from './resume-request.ts';

/** The parts of the library that the policy needs. */
type Library = {
  interactionPolicy: typeof interactionPolicy;
  errors: Pick<typeof errors, 'UnmetAuthenticationRequirements'>;
};

export type PolicyDeps = {
  /** Returns whether the signed-in user may use the application. */
  hasAccess(ctx: KoaContextWithOIDC): boolean;
  requirements: RequirementsReader;
  consentOf: ConsentLookup;
  now: () => number;
};

/**
 * The consent checks of the library that ours replace. They also ask for scopes that the client cannot get, and ask native
 * clients again after the device pages.
 */
const replacedConsentChecks = [
  'consent_prompt',
  'native_client_prompt',
  'op_scopes_missing',
  'op_claims_missing',
  'rs_scopes_missing',
];

/** Returns our session while the library accepts it: `load-grant.ts` withdraws a session that has just ended. */
function sessionOf(ctx: KoaContextWithOIDC): Session | undefined {
  return ctx.oidc.session?.accountId === undefined ? undefined : requestContextOf(ctx).session;
}

/**
 * Returns whether the user must be asked for consent. First-party applications never ask, also with `prompt=consent`: many
 * send it to get refresh tokens. Third-party applications ask for new scopes, and whenever they send `prompt=consent`.
 */
async function mustAskConsent(ctx: KoaContextWithOIDC, consentOf: ConsentLookup) {
  const own = ownMetadataOf(clientOf(ctx));
  if (own.firstParty) return false;
  if (ctx.oidc.prompts.has('consent') && ctx.oidc.promptPending('consent')) return true;
  const consented = await consentOf(ctx);
  if (consented === undefined) return true;
  return !isEmpty(difference(requestedScopes(ctx), narrowToConsentable(consented, own)));
}

function loginChecks(library: Library, { requirements, now }: PolicyDeps) {
  const { Check } = library.interactionPolicy;
  return [
    // compares milliseconds with the record of the session; the library compares seconds
    new Check('max_age', 'signed in too long ago', 'login_required', (ctx) => {
      const session = sessionOf(ctx);
      if (ctx.oidc.params?.['max_age'] === undefined || !session) return false;
      const { after } = requirements.read(ctx, now());
      const hasReturned = ctx.oidc.result?.login !== undefined;
      return !hasReturned && !meetsSignInRequirements(session, { after });
    }),
    new Check('sign_in_method', 'another sign-in method is required', 'login_required', (ctx) => {
      const session = sessionOf(ctx);
      const methods = ownMetadataOf(clientOf(ctx)).signInMethods ?? undefined;
      return session !== undefined && !meetsSignInRequirements(session, { methods });
    }),
    // accepts a higher `acr` too
    new Check('level', 'a stronger sign-in is required', 'login_required', (ctx) => {
      if (requirements.isAcrUnreachable(ctx))
        throw new library.errors.UnmetAuthenticationRequirements(
          'no sign-in here reaches that level',
        );
      const session = sessionOf(ctx);
      if (!session || !requirements.isAcrTooLow(ctx, session)) return false;
      if (requirements.isAcrEssential(ctx)) return true;
      // without a page an optional `acr` is ignored: the response contains the actual one
      return !ctx.oidc.prompts.has('none') && !isAcrWaived(ctx);
    }),
  ];
}

function consentChecks({ interactionPolicy: { Check } }: Library, { consentOf }: PolicyDeps) {
  return [
    new Check(notConsented, 'the user has not agreed', 'consent_required', (ctx) =>
      mustAskConsent(ctx, consentOf),
    ),
    new Check(
      'not_confirmed',
      'the user confirms every sign-in of a native application',
      'interaction_required',
      mustConfirm,
    ),
  ];
}

function accessPrompt({ interactionPolicy: { Check, Prompt } }: Library, deps: PolicyDeps) {
  return new Prompt(
    { name: 'access', requestable: false },
    new Check(
      'no_access',
      'the user may not open this application',
      'access_denied',
      (ctx) => !deps.hasAccess(ctx),
    ),
  );
}

export function createInteractionPolicy(library: Library, deps: PolicyDeps) {
  const policy = library.interactionPolicy.base();
  const login = policy.get('login');
  const consent = policy.get('consent');
  if (!login || !consent) throw new Error('the base policy of the library has changed');
  for (const replaced of ['max_age', 'essential_acr', 'essential_acrs'])
    login.checks.remove(replaced);
  for (const check of loginChecks(library, deps)) login.checks.add(check);
  for (const replaced of replacedConsentChecks) consent.checks.remove(replaced);
  for (const check of consentChecks(library, deps)) consent.checks.add(check);
  // between the prompts `login` and `consent`
  policy.add(accessPrompt(library, deps), 1);
  return policy;
}
