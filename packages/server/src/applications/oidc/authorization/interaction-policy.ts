// When a request of an application needs the person: nobody is signed in, not lately enough, not by the
// right method, or without the right to open this application. The library asks the rest by itself.

import type { errors, interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import { meetsSignInRequirements } from '../../authorization-requests/authorization-request.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { difference, isEmpty, narrowToConsentable, requestedScopes } from '../consent/consent.ts';
import { mustConfirm, notAgreed } from '../native/confirmation.ts';
import { requestContextOf } from '../request-context.ts';
import { clientOf, type RequirementsReader } from './authentication-requirements.ts';
import { isLevelWaived } from './suspend-request.ts';

/** What is needed of the library, which is loaded only where it is used. */
type Library = {
  interactionPolicy: typeof interactionPolicy;
  errors: Pick<typeof errors, 'UnmetAuthenticationRequirements'>;
};

export type PolicyDeps = {
  /** May the user who is signed in open the application of this client? */
  mayOpen(ctx: KoaContextWithOIDC): boolean;
  demands: RequirementsReader;
  now: () => number;
};

/**
 * The library counts what its grant lacks, also what nobody would be given; and asks native clients once more after
 * the page of a device.
 */
const libraryConsents = [
  'consent_prompt',
  'native_client_prompt',
  'op_scopes_missing',
  'op_claims_missing',
  'rs_scopes_missing',
];

/**
 * Applications of the campus ask nobody, also with `prompt=consent`: many send it to get refresh tokens. The
 * others ask whenever they want to be asked for, and for what is new.
 */
function mustAsk(ctx: KoaContextWithOIDC): boolean {
  const own = ownMetadataOf(clientOf(ctx));
  if (own.firstParty) return false;
  if (ctx.oidc.prompts.has('consent') && ctx.oidc.promptPending('consent')) return true;
  const { agreed } = requestContextOf(ctx);
  return (
    agreed === undefined ||
    !isEmpty(difference(requestedScopes(ctx), narrowToConsentable(agreed, own)))
  );
}

export function createPolicy(
  { interactionPolicy: own, errors: refusals }: Library,
  { mayOpen, demands, now }: PolicyDeps,
) {
  const { Check, Prompt } = own;
  const policy = own.base();
  const login = policy.get('login');
  const consent = policy.get('consent');
  if (!login || !consent) throw new Error('the library has another policy than we know');

  /** Until the person has come back from signing in. */
  const unanswered = (ctx: KoaContextWithOIDC) => !ctx.oidc.result?.login;

  // ours judges to the millisecond, by the record of the session
  login.checks.remove('max_age');
  login.checks.add(
    new Check('max_age', 'signed in too long ago', 'login_required', (ctx) => {
      const { session } = requestContextOf(ctx);
      if (ctx.oidc.params?.['max_age'] === undefined || !session) return false;
      const { after } = demands.of(ctx, now());
      return unanswered(ctx) && !meetsSignInRequirements(session, { after });
    }),
  );
  login.checks.add(
    new Check('sign_in_method', 'another sign-in method is required', 'login_required', (ctx) => {
      const { session } = requestContextOf(ctx);
      const methods = ownMetadataOf(clientOf(ctx)).signInMethods ?? undefined;
      return session !== undefined && !meetsSignInRequirements(session, { methods });
    }),
  );
  // a level is reached by a higher one too
  login.checks.remove('essential_acr');
  login.checks.remove('essential_acrs');
  login.checks.add(
    new Check('level', 'a stronger sign-in is required', 'login_required', (ctx) => {
      if (demands.isOutOfReach(ctx))
        throw new refusals.UnmetAuthenticationRequirements('no sign-in here reaches that level');
      const { session } = requestContextOf(ctx);
      if (!session || !demands.isTooWeak(ctx, session)) return false;
      if (demands.isEssential(ctx)) return true;
      // without a page a wish stays one: the answer says truly what was done
      return !ctx.oidc.prompts.has('none') && !isLevelWaived(ctx);
    }),
  );
  for (const check of libraryConsents) consent.checks.remove(check);
  consent.checks.add(new Check(notAgreed, 'the user has not agreed', 'consent_required', mustAsk));
  consent.checks.add(
    new Check(
      'not_confirmed',
      'the user confirms every sign-in of a native application',
      'interaction_required',
      mustConfirm,
    ),
  );
  policy.add(
    new Prompt(
      { name: 'access', requestable: false },
      new Check(
        'no_access',
        'the user may not open this application',
        'access_denied',
        (ctx) => !mayOpen(ctx),
      ),
    ),
    1,
  );
  return policy;
}
