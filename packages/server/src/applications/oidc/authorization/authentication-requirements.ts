// What a request demands of the sign-in of the person: how new, by which methods, whose.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { Session } from '../../../sessions/session.ts';
import type { AuthenticationRequirements } from '../../authorization-requests/authorization-request.ts';
import { isSupportedAcr, methodsForAcr } from '../acr.ts';
import { ownMetadataOf, sectorOf } from '../clients/clients.ts';

export function clientOf(ctx: KoaContextWithOIDC): Client {
  const { client } = ctx.oidc;
  if (!client) throw new Error('a request without a client');
  return client;
}

type AskedClaim = { essential?: boolean; value?: unknown; values?: unknown } | null | undefined;

type AskedClaims = { id_token?: Record<string, AskedClaim> };

/**
 * What is asked of one claim of the ID token, by `claims` or by `acr_values`. The library lets the second win, also
 * where it is only the default of the record (OpenID Connect Registration §2 wants the first).
 */
function askedOf({ oidc }: KoaContextWithOIDC, claim: 'acr' | 'sub'): AskedClaim {
  const { claims } = oidc.params ?? {};
  const own = (typeof claims === 'string' ? JSON.parse(claims) : {}) as AskedClaims;
  return own.id_token?.[claim] ?? (oidc.claims as AskedClaims | undefined)?.id_token?.[claim];
}

/** Whom the application expects (`id_token_hint`, or `sub` by `claims`), under the name by which it knows them. */
function expectedUser(
  ctx: KoaContextWithOIDC,
): Pick<AuthenticationRequirements, 'userId' | 'subject'> {
  const hint = ctx.oidc.entities.IdTokenHint as { payload?: { sub?: string } } | undefined;
  const sub = hint?.payload?.sub ?? askedOf(ctx, 'sub')?.value;
  if (sub === undefined) return {};
  const client = clientOf(ctx);
  if (client['subjectType'] !== 'pairwise') return { userId: `${sub}` };
  return { subject: { sector: sectorOf(client), sub: `${sub}` } };
}

/** The levels asked for (OpenID Connect Core §5.5.1.1), and whether nothing less will do. */
function askedLevels(ctx: KoaContextWithOIDC) {
  const asked = askedOf(ctx, 'acr');
  const values = Array.isArray(asked?.values) ? asked.values : [asked?.value];
  const levels = values.filter((value): value is string => typeof value === 'string');
  return { levels, isEssential: asked?.essential === true && levels.length > 0 };
}

const isEssential = (ctx: KoaContextWithOIDC) => askedLevels(ctx).isEssential;

export type DemandsDeps = {
  /** The sign-in methods of this instance. */
  methodsOn: readonly MethodId[];
};

export function createRequirementsReader({ methodsOn }: DemandsDeps) {
  /** Methods of this instance that the application accepts. */
  function accepted(ctx: KoaContextWithOIDC): readonly MethodId[] {
    const { signInMethods } = ownMetadataOf(clientOf(ctx));
    return methodsOn.filter((id) => signInMethods?.includes(id) ?? true);
  }

  /** Of those the ones that reach the level asked for; nothing where none is asked for. */
  function reaching(ctx: KoaContextWithOIDC): readonly MethodId[] | undefined {
    const enough = methodsForAcr(askedLevels(ctx).levels);
    return enough && accepted(ctx).filter((id) => enough.includes(id));
  }

  return {
    /**
     * `asked` is the moment it came: `prompt=login` and `max_age=0` want a sign-in after it (OpenID Connect
     * Core §3.1.2.1). A level is demanded only where some method can reach it: asked for by itself, it is a wish.
     */
    of(ctx: KoaContextWithOIDC, asked: number): AuthenticationRequirements {
      const { params, prompts } = ctx.oidc;
      const maxAge = params?.['max_age'] as number | string | undefined;
      const { signInMethods } = ownMetadataOf(clientOf(ctx));
      const oldest = maxAge === undefined ? undefined : asked - Number(maxAge) * 1000;
      const strong = reaching(ctx) ?? [];
      const all = accepted(ctx);
      const isVoluntary = strong.length > 0 && strong.length < all.length && !isEssential(ctx);
      return {
        after: prompts.has('login') ? asked : oldest,
        methods: strong.length > 0 ? strong : (signInMethods ?? undefined),
        ...(isVoluntary && { methodsWithoutLevel: all }),
        ...expectedUser(ctx),
      };
    },

    /** Whether the session falls short of a level that can be reached by signing in anew. */
    isTooWeak(ctx: KoaContextWithOIDC, { method }: Pick<Session, 'method'>): boolean {
      const strong = reaching(ctx);
      return strong !== undefined && strong.length > 0 && !strong.includes(method);
    },

    /** Whether a level without which the application wants no answer is out of reach here. */
    isOutOfReach(ctx: KoaContextWithOIDC): boolean {
      const { levels, isEssential } = askedLevels(ctx);
      if (!isEssential) return false;
      return !levels.some(isSupportedAcr) || reaching(ctx)?.length === 0;
    },

    isEssential,
  };
}

export type RequirementsReader = ReturnType<typeof createRequirementsReader>;
