// All sign-in methods, with their settings. A new method is registered here, once for the whole server. Every command
// reads the settings, so the methods themselves are loaded only when the server is composed.

import { type MethodId, methodIds } from '@brama/contract/pages/login-page';
import { type SettingIssue, validateGroup } from '../config/settings.ts';
import { diiaGroup, diiaOf, diiaTable } from './diia/settings.ts';
import { googleGroup, googleOf, googleTable } from './google/settings.ts';
import type { ComposedMethod, SignInContext } from './method.ts';

export const methodSettingsTable = { ...diiaTable, ...googleTable };
type Read = Parameters<typeof diiaOf>[0] & Parameters<typeof googleOf>[0];

/** Returns the issues that arise between settings of one method. `invalid` names settings with issues of their own. */
export function validateMethods(
  read: Read,
  invalid: ReadonlySet<string>,
  production: boolean,
): SettingIssue[] {
  return [
    ...validateGroup(diiaGroup, read, invalid, production),
    ...validateGroup(googleGroup, read, invalid, production),
  ];
}

/** Returns the settings of each method that is configured, undefined for the others. The password needs none. */
export function readMethodSettings(read: Read) {
  return {
    password: {},
    diia: diiaOf(read),
    google: googleOf(read),
  } satisfies Record<MethodId, object | undefined>;
}

type MethodSettings = ReturnType<typeof readMethodSettings>;

/** Returns the configured methods, in the order in which pages show them. */
export function methodsOn(config: { methods: MethodSettings }): MethodId[] {
  return methodIds.filter((id) => config.methods[id]);
}

const composers: Record<
  MethodId,
  (context: SignInContext, settings: MethodSettings) => Promise<ComposedMethod>
> = {
  password: async (context) => (await import('./password/compose.ts')).composePassword(context),
  diia: async (context, { diia }) => (await import('./diia/compose.ts')).composeDiia(context, diia),
  google: async (context, { google }) =>
    (await import('./google/compose.ts')).composeGoogle(context, google),
};

/** Returns the enabled methods, in the order in which pages show them, and the cleanup tasks of all. */
export async function composeMethods(context: SignInContext, settings: MethodSettings) {
  const composed = await Promise.all(methodIds.map((id) => composers[id](context, settings)));
  return {
    methods: composed.flatMap(({ method }) => method ?? []),
    cleanupTasks: composed.flatMap(({ cleanupTasks }) => cleanupTasks),
  };
}
