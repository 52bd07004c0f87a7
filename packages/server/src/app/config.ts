// Reads the environment into one frozen object and reports all invalid settings at once, by name. The caller passes
// the environment.

import { completeConfig, validateConfig } from '../config/config.ts';
import { settingsInEffect } from '../config/in-effect.ts';
import {
  type Environment,
  formerNamesIn,
  type ReadFile,
  readSettings,
  type SettingIssue,
  SettingsError,
  type Values,
  validateGroup,
} from '../config/settings.ts';
import { readSettingsFile, withSettingsFile } from '../config/settings-file.ts';
import { settingsTable } from '../config/settings-table.ts';
import { edeboGroup, edeboOf, edeboTable } from '../directory/import/edebo/settings.ts';
import { methodSettingsTable, readMethodSettings, validateMethods } from '../sign-in/methods.ts';

/** All settings, in the order of .env.example. */
export const allSettings = { ...settingsTable, ...edeboTable, ...methodSettingsTable };

/** The environment may contain other variables, but not the settings file. */
function unknownIn(stored: Environment) {
  const known = new Set(
    Object.values(allSettings).flatMap(({ name, formerName = name }) => [name, formerName]),
  );
  return Object.keys(stored)
    .filter((name) => !known.has(name.replace(/_FILE$/, '')))
    .map((setting) => ({ setting, reason: 'stands in the settings file and is not a setting' }));
}

type Read = Values<typeof allSettings>;
type Sources = { env: Environment; stored: Environment };

/** Reads all settings, and finds all issues. `values` lacks those that are not valid by themselves. */
function readAll({ env, stored }: Sources, readFile: ReadFile) {
  const { values, issues } = readSettings(allSettings, withSettingsFile(env, stored), readFile);
  const invalid = namesIn(issues);
  return {
    values,
    issues: [
      ...unknownIn(stored),
      ...issues,
      ...validateConfig(values, invalid),
      ...validateGroup(edeboGroup, values, invalid, values.mode === 'production'),
      ...validateMethods(values, invalid, values.mode === 'production'),
    ],
  };
}

const namesIn = (issues: readonly SettingIssue[]) =>
  new Set(issues.map(({ setting }) => setting.replace(/_FILE$/, '')));

/** Returns the files that hold secrets, by the setting that names each. */
function secretFilesIn(all: Environment): { setting: string; file: string }[] {
  return Object.values(allSettings).flatMap(({ name, formerName = name, secret }) =>
    [...new Set([name, formerName])].flatMap((one) => {
      const file = all[`${one}_FILE`];
      return secret && file ? { setting: name, file } : [];
    }),
  );
}

function complete(read: Read, { env, stored }: Sources) {
  const all = withSettingsFile(env, stored);
  return Object.freeze({
    ...read,
    ...completeConfig(read),
    /** What administrators see. */
    inEffect: settingsInEffect(allSettings, { env, stored }, { ...read, ...completeConfig(read) }),
    /** Former names in use → current names. */
    formerNames: formerNamesIn(allSettings, all),
    secretFiles: secretFilesIn(all),
    /** The settings of the state register; undefined if it is not configured. */
    edebo: edeboOf(read),
    /** The settings of the configured sign-in methods. */
    methods: readMethodSettings(read),
  });
}

/**
 * Reads all settings. `stored`: the settings file, whose settings the environment overrides.
 * @throws {SettingsError} with all issues; it contains no secret value.
 */
export function readConfig(env: Environment, readFile: ReadFile, stored: Environment = {}) {
  const sources = { env, stored };
  const { values, issues } = readAll(sources, readFile);
  if (issues.length > 0) throw new SettingsError(issues);
  return complete(values as Read, sources);
}

export type FullConfig = ReturnType<typeof readConfig>;

/** Reads all settings, of the environment and of the settings file. @throws {SettingsError} */
export const readStoredConfig = (env: Environment, readFile: ReadFile): FullConfig =>
  readConfig(env, readFile, readSettingsFile(env));

/** Settings of which some may be invalid. */
export type InspectedConfig = {
  /** Invalid settings have their defaults. */
  config: FullConfig;
  issues: readonly SettingIssue[];
  /** Returns whether the setting has no issue. None is valid if the settings file cannot be read. */
  isValid(setting: string): boolean;
};

const withoutSettings = (env: Environment, names: ReadonlySet<string>): Environment =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !names.has(name.replace(/_FILE$/, ''))),
  );

/** Reads all settings, of the environment and of the settings file, and reports issues instead of throwing them. */
export function inspectStoredConfig(env: Environment, readFile: ReadFile): InspectedConfig {
  let stored: Environment = {};
  let fileIssues: readonly SettingIssue[] = [];
  try {
    stored = readSettingsFile(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    fileIssues = error.issues;
  }
  const { issues } = readAll({ env, stored }, readFile);
  const invalid = namesIn(issues);
  const usable = { env: withoutSettings(env, invalid), stored: withoutSettings(stored, invalid) };
  const { values } = readAll(usable, readFile);
  const isFileRead = fileIssues.length === 0;
  return {
    config: complete(values as Read, usable),
    // without the file, others would follow from its absence
    issues: isFileRead ? issues : fileIssues,
    isValid: (setting) => isFileRead && !invalid.has(setting),
  };
}
