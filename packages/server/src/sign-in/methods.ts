// All sign-in methods, with their settings. A new method is registered here, once for the whole server. `config/` imports
// this file, so it loads the methods themselves only when the server is composed.

import { type MethodId, methodIds } from '@brama/contract/pages/login-page';
import { type SettingIssue, validateGroup } from '../config/settings.ts';
import { diiaGroup, diiaOf, diiaTable } from './diia/settings.ts';
import { googleGroup, googleOf, googleTable } from './google/settings.ts';
import type { ComposedMethod, SignInContext } from './method.ts';

type Compose = (context: SignInContext) => ComposedMethod;

const composers: Record<MethodId, () => Promise<Compose>> = {
  password: async () => (await import('./password/compose.ts')).composePassword,
  diia: async () => (await import('./diia/compose.ts')).composeDiia,
  google: async () => (await import('./google/compose.ts')).composeGoogle,
};

export const methodSettingsTable = { ...diiaTable, ...googleTable };
type Read = Parameters<typeof diiaOf>[0] & Parameters<typeof googleOf>[0];

/** Returns the issues that arise between settings of one method. `invalid` names settings with issues of their own. */
export function methodSettingsIssues(
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

/** Returns the configured methods, in the order in which pages show them. */
export function methodsOn(config: { methods: ReturnType<typeof readMethodSettings> }): MethodId[] {
  return methodIds.filter((id) => config.methods[id]);
}

/** Returns the enabled methods, in the order in which pages show them, and the cleanup tasks of all. */
export async function composeMethods(context: SignInContext) {
  const compose = await Promise.all(methodIds.map((id) => composers[id]()));
  const composed = compose.map((composeMethod) => composeMethod(context));
  return {
    methods: composed.flatMap(({ method }) => method ?? []),
    cleanupTasks: composed.flatMap(({ cleanupTasks }) => cleanupTasks),
  };
}
