// Reads the environment into one frozen object and reports all invalid settings at once, by name. The caller passes
// the environment.

import { completeConfig, validateConfig } from '../config/config.ts';
import { settingsInEffect } from '../config/in-effect.ts';
import {
  type Environment,
  formerNamesIn,
  type ReadFile,
  readSettings,
  SettingsError,
  type Values,
} from '../config/settings.ts';
import { settingsTable } from '../config/settings-table.ts';
import { methodSettingsTable, readMethodSettings, validateMethods } from '../sign-in/methods.ts';

/** All settings, in the order of docs/operate.md. */
export const allSettings = { ...settingsTable, ...methodSettingsTable };

/**
 * Reads all settings.
 * @throws {SettingsError} with all issues; it contains no secret value.
 */
export function readConfig(env: Environment, readFile: ReadFile) {
  const { values, issues } = readSettings(allSettings, env, readFile);
  const invalid = new Set(issues.map(({ setting }) => setting.replace(/_FILE$/, '')));
  const found = [
    ...issues,
    ...validateConfig(values, invalid),
    ...validateMethods(values, invalid, values.mode === 'production'),
  ];
  if (found.length > 0) throw new SettingsError(found);
  const read = values as Values<typeof allSettings>;
  return Object.freeze({
    ...read,
    ...completeConfig(read),
    /** What administrators see. */
    inEffect: settingsInEffect(allSettings, env, { ...read, ...completeConfig(read) }),
    /** Former names in use → current names. */
    formerNames: formerNamesIn(allSettings, env),
    /** The settings of the configured sign-in methods. */
    methods: readMethodSettings(read),
  });
}

export type FullConfig = ReturnType<typeof readConfig>;
