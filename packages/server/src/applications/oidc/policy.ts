// When a request of an application needs the person: nobody is signed in, not lately enough, not by the
// right method, or without the right to open this application. The library asks the rest by itself.

import type { interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import { type Demands, isSignedInSo } from '../pending-request.ts';
import { ownMetadataOf, sectorOf } from './clients.ts';
import { visitOf } from './visit.ts';

type Policy = typeof interactionPolicy;

function clientOf(ctx: KoaContextWithOIDC) {
  const { client } = ctx.oidc;
  if (!client) throw new Error('a request without a client');
  return client;
}

/** Whom the application expects (`id_token_hint`), under the name by which it knows them. */
function hintedUser(ctx: KoaContextWithOIDC): Pick<Demands, 'userId' | 'subject'> {
  const hint = ctx.oidc.entities.IdTokenHint as { payload?: { sub?: string } } | undefined;
  const sub = hint?.payload?.sub;
  if (sub === undefined) return {};
  const client = clientOf(ctx);
  if (client['subjectType'] !== 'pairwise') return { userId: sub };
  return { subject: { sector: sectorOf(client), sub } };
}

/**
 * What a request demands of the sign-in, `asked` being the moment it came: `prompt=login` and `max_age=0`
 * want one after it (OpenID Connect Core §3.1.2.1).
 */
export function demandsOf(ctx: KoaContextWithOIDC, asked: number): Demands {
  const { params, prompts } = ctx.oidc;
  const maxAge = params?.['max_age'] as number | string | undefined;
  const { signInMethods } = ownMetadataOf(clientOf(ctx));
  const oldest = maxAge === undefined ? undefined : asked - Number(maxAge) * 1000;
  return {
    after: prompts.has('login') ? asked : oldest,
    methods: signInMethods ?? undefined,
    ...hintedUser(ctx),
  };
}

export type PolicyNeeds = {
  /** May the user who is signed in open the application of this client? */
  mayOpen(ctx: KoaContextWithOIDC): boolean;
  now: () => number;
};

/** `library`: the library's own policy, which is loaded only where it is needed. */
export function createPolicy(library: Policy, { mayOpen, now }: PolicyNeeds) {
  const { Check, Prompt } = library;
  const policy = library.base();
  const login = policy.get('login');
  const consent = policy.get('consent');
  if (!login || !consent) throw new Error('the library has another policy than we know');

  /** Until the person has come back from signing in. */
  const unanswered = (ctx: KoaContextWithOIDC) => !ctx.oidc.result?.login;

  // ours judges to the millisecond, by the record of the session
  login.checks.remove('max_age');
  login.checks.add(
    new Check('max_age', 'signed in too long ago', 'login_required', (ctx) => {
      const { session } = visitOf(ctx);
      if (ctx.oidc.params?.['max_age'] === undefined || !session) return false;
      const { after } = demandsOf(ctx, now());
      return unanswered(ctx) && !isSignedInSo(session, { after });
    }),
  );
  login.checks.add(
    new Check('sign_in_method', 'another sign-in method is required', 'login_required', (ctx) => {
      const { session } = visitOf(ctx);
      return (
        session !== undefined && !isSignedInSo(session, { methods: demandsOf(ctx, now()).methods })
      );
    }),
  );
  // applications of the campus ask nobody; the others come with a page of their own
  consent.checks.remove('consent_prompt');
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
