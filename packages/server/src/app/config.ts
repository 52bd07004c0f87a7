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
import { readSettingsFile, withSettingsFile } from '../config/settings-file.ts';
import { settingsTable } from '../config/settings-table.ts';
import { methodSettingsTable, readMethodSettings, validateMethods } from '../sign-in/methods.ts';

/** All settings, in the order of .env.example. */
export const allSettings = { ...settingsTable, ...methodSettingsTable };

/** The environment may contain other variables, but not the settings file. */
function unknownIn(stored: Environment) {
  const known = new Set(
    Object.values(allSettings).flatMap(({ name, formerName = name }) => [name, formerName]),
  );
  return Object.keys(stored)
    .filter((name) => !known.has(name.replace(/_FILE$/, '')))
    .map((setting) => ({ setting, reason: 'stands in the settings file and is not a setting' }));
}

/**
 * Reads all settings. `stored`: the settings file, whose settings the environment overrides.
 * @throws {SettingsError} with all issues; it contains no secret value.
 */
export function readConfig(env: Environment, readFile: ReadFile, stored: Environment = {}) {
  const all = withSettingsFile(env, stored);
  const { values, issues } = readSettings(allSettings, all, readFile);
  const invalid = new Set(issues.map(({ setting }) => setting.replace(/_FILE$/, '')));
  const found = [
    ...unknownIn(stored),
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
    inEffect: settingsInEffect(allSettings, { env, stored }, { ...read, ...completeConfig(read) }),
    /** Former names in use → current names. */
    formerNames: formerNamesIn(allSettings, all),
    /** The settings of the configured sign-in methods. */
    methods: readMethodSettings(read),
  });
}

export type FullConfig = ReturnType<typeof readConfig>;

/** Reads all settings, of the environment and of the settings file. @throws {SettingsError} */
export const readStoredConfig = (env: Environment, readFile: ReadFile): FullConfig =>
  readConfig(env, readFile, readSettingsFile(env));
