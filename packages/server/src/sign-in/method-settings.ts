// The settings of all sign-in methods that have any. A new method registers its settings here.

import { type MethodId, methodIds } from '@brama/contract/pages/login-page';
import type { SettingIssue } from '../config/settings.ts';
import { diiaOf, diiaTable, validateDiia } from './diia/settings.ts';
import { googleOf, googleTable, validateGoogle } from './google/settings.ts';

export const methodSettingsTable = { ...diiaTable, ...googleTable };

/** Returns the issues that arise between settings of one method. `invalid` names settings with issues of their own. */
export function methodSettingsIssues(
  read: Parameters<typeof validateDiia>[0] & Parameters<typeof validateGoogle>[0],
  invalid: ReadonlySet<string>,
  production: boolean,
): SettingIssue[] {
  return [...validateDiia(read, invalid, production), ...validateGoogle(read, invalid, production)];
}

/** Returns the settings of each method that is configured, undefined for the others. */
export function readMethodSettings(
  read: Parameters<typeof diiaOf>[0] & Parameters<typeof googleOf>[0],
) {
  return { diia: diiaOf(read), google: googleOf(read) };
}

/** Returns the configured methods, in the order in which pages show them. The password needs no settings. */
export function methodsOn(config: ReturnType<typeof readMethodSettings>): MethodId[] {
  return methodIds.filter((id) => id === 'password' || config[id]);
}
