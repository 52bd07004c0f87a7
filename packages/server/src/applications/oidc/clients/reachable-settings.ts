// Rejects a manifest whose required sign-in methods this instance does not have: no user could open the application. Pure.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { SettingsParser } from '../../protocol.ts';
import { oidcSettings, oidcSettingsFrom } from './settings.ts';

/** Returns a parser of settings for an instance with these methods. */
export function createReachableSettingsParser(methodsOn: readonly MethodId[]): SettingsParser {
  return (manifest, stored) => {
    const read = oidcSettingsFrom(manifest, stored);
    if ('issues' in read) return read;
    const { signInMethods } = oidcSettings.parse(read.settings);
    if (!signInMethods || signInMethods.some((id) => methodsOn.includes(id))) return read;
    const reason = `must name a method whose settings are given here: ${methodsOn.join(', ')}`;
    return { issues: [{ path: ['signInMethods'], reason }] };
  };
}
