// How strongly a sign-in has verified the user: its `amr` and its levels. The strength of the authentication and the proof of
// identity are separate. Pure.

import {
  type Level,
  levels,
  type MethodId,
  methodAssurance,
} from '@brama/contract/sign-in/methods';

/** What a method adds if a sign-in proves more than its name says. */
export type Assurance = {
  /** RFC 8176 values; undefined for those of the method. */
  amr?: readonly string[] | undefined;
  /**
   * When Diia proved the identity that this sign-in stands for, by another method than Diia. It counted at the time of the
   * sign-in; the session keeps it until its next sign-in.
   */
  identityVerifiedAt?: number | undefined;
};

type Columns = {
  amr?: string | null | undefined;
  identity_verified_at?: number | null | undefined;
};

export function assuranceFrom({ amr, identity_verified_at }: Columns): Assurance {
  return { amr: amr?.split(' '), identityVerifiedAt: identity_verified_at ?? undefined };
}

/** Returns the columns to store. */
export function assuranceColumns({ amr, identityVerifiedAt }: Assurance) {
  return { amr: amr?.join(' ') ?? null, identity_verified_at: identityVerifiedAt ?? null };
}

export type Authentication = Assurance & { method: MethodId };

/** Returns the authentication methods of a sign-in (`amr`). */
export function amrOf({ method, amr }: Authentication): readonly string[] {
  return amr ?? methodAssurance[method].amr;
}

/** Returns whether a recovery is the first factor. It proves less than a sign-in, and what the user adds afterwards proves no more. */
export function isRecovered(signIn: Authentication): boolean {
  return amrOf(signIn).join(' ') === 'otp';
}

/**
 * Returns the method by which the user has signed in. Undefined after a recovery: the method of such a session is only the way to sign
 * in that the user has set up.
 */
export function signInMethodOf(signIn: Authentication): MethodId | undefined {
  return isRecovered(signIn) ? undefined : signIn.method;
}

/** Returns the `amr` of a factor that does not count as one of two (`factor-wait.ts`). */
export function withoutMfa(amr: readonly string[]): string[] {
  return amr.filter((one) => one !== 'mfa');
}

/**
 * Returns the `amr` of a sign-in to which the user has added a second factor. That of a recovery stays. `counts`: the sign-in has two
 * factors now.
 */
export function amrWithFactor(
  signIn: Authentication,
  factor: readonly string[],
  { counts = true }: { counts?: boolean } = {},
): string[] {
  if (isRecovered(signIn)) return [...amrOf(signIn)];
  const added = counts ? [...factor, 'mfa'] : withoutMfa(factor);
  return [...new Set([...amrOf(signIn), ...added])];
}

/** What an authenticator app, a recovery code and a passkey add to `amr`, also if they do not count yet. */
const factorValues: readonly string[] = ['mfa', 'otp', 'user'];

/** Returns whether the user has shown a second factor, or a passkey. A recovery shows none. */
export function hasShownFactor(signIn: Authentication): boolean {
  return !isRecovered(signIn) && amrOf(signIn).some((one) => factorValues.includes(one));
}

/** Returns the levels that a sign-in reaches, `urn:brama:acr:1` first. */
export function levelsOf(signIn: Authentication): readonly Level[] {
  const reaches: Record<Level, boolean> = {
    'urn:brama:acr:1': true,
    'urn:brama:acr:2': signIn.method === 'diia' || signIn.identityVerifiedAt !== undefined,
    'urn:brama:acr:mfa': amrOf(signIn).includes('mfa'),
  };
  return levels.filter((level) => reaches[level]);
}

/** Returns one level of a sign-in. A proof of identity goes before two factors. */
export function strongestLevelOf(signIn: Authentication): Level {
  const reached = levelsOf(signIn);
  const strongest = (['urn:brama:acr:2', 'urn:brama:acr:mfa'] as const).find((level) =>
    reached.includes(level),
  );
  return strongest ?? 'urn:brama:acr:1';
}
