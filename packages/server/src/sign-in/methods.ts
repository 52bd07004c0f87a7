// All sign-in methods, with their settings. A new method is registered here, once for the whole server. Every command
// reads the settings, so the methods themselves are loaded only when the server is composed.

import { type MethodId, methodIds } from '@brama/contract/pages/login-page';
import type { SecondFactorPolicy } from '@brama/contract/second-factor/second-factor';
import { type Level, methodAssurance } from '@brama/contract/sign-in/methods';
import { type SettingIssue, validateGroup } from '../config/settings.ts';
import { diiaGroup, diiaOf, diiaTable } from './diia/settings.ts';
import { googleGroup, googleOf, googleTable } from './google/settings.ts';
import type { SignInContext, SignInMethod } from './method.ts';
import { passkeyGroup, passkeyOf, passkeyTable } from './passkey/settings.ts';

export const methodSettingsTable = { ...diiaTable, ...googleTable, ...passkeyTable };
type Read = Parameters<typeof diiaOf>[0] &
  Parameters<typeof googleOf>[0] &
  Parameters<typeof passkeyOf>[0];

/** Returns the issues that arise between settings of one method. `invalid` names settings with issues of their own. */
export function validateMethods(
  read: Read,
  invalid: ReadonlySet<string>,
  production: boolean,
): SettingIssue[] {
  return [
    ...validateGroup(diiaGroup, read, invalid, production),
    ...validateGroup(googleGroup, read, invalid, production),
    ...validateGroup(passkeyGroup, read, invalid, production),
  ];
}

/** Returns the settings of each method that is configured, undefined for the others. The password needs none. */
export function readMethodSettings(read: Read) {
  return {
    password: {},
    diia: diiaOf(read),
    google: googleOf(read),
    passkey: passkeyOf(read),
  } satisfies Record<MethodId, object | undefined>;
}

type MethodSettings = ReturnType<typeof readMethodSettings>;

/** Returns the configured methods, in the order in which pages show them. */
export function methodsOn(config: { methods: MethodSettings }): MethodId[] {
  return methodIds.filter((id) => config.methods[id]);
}

/**
 * Returns the levels that a sign-in by each method can reach in this instance, perhaps with a second factor. A passkey proves an
 * identity only where users sign in with Diia, and only if the settings let it.
 */
export function levelsOn({
  methods: { diia, passkey },
  secondFactor,
}: {
  methods: MethodSettings;
  secondFactor: SecondFactorPolicy;
}): Record<MethodId, readonly Level[]> {
  const isProof = diia !== undefined && passkey !== undefined && passkey.identityMs > 0;
  const reachable: Record<Level, (id: MethodId) => boolean> = {
    'urn:brama:acr:1': () => true,
    'urn:brama:acr:2': (id) => id !== 'passkey' || isProof,
    'urn:brama:acr:mfa': () => passkey !== undefined || secondFactor !== 'off',
  };
  const levelsOf = (id: MethodId) =>
    methodAssurance[id].levels.filter((level) => reachable[level](id));
  return {
    password: levelsOf('password'),
    diia: levelsOf('diia'),
    google: levelsOf('google'),
    passkey: levelsOf('passkey'),
  };
}

const composers: Record<
  MethodId,
  (context: SignInContext, settings: MethodSettings) => Promise<SignInMethod | undefined>
> = {
  password: async (context) => (await import('./password/compose.ts')).composePassword(context),
  diia: async (context, { diia }) =>
    diia && (await import('./diia/compose.ts')).composeDiia(context, diia),
  google: async (context, { google }) =>
    google && (await import('./google/compose.ts')).composeGoogle(context, google),
  passkey: async (context, { passkey }) =>
    passkey && (await import('./passkey/compose.ts')).composePasskey(context, passkey),
};

/** Returns the configured methods, in the order in which pages show them. */
export async function composeMethods(context: SignInContext, settings: MethodSettings) {
  const composed = await Promise.all(methodIds.map((id) => composers[id](context, settings)));
  return composed.flatMap((method) => method ?? []);
}
