// The file of settings in the data folder. The server and all commands read it like their environment, whose
// variables take precedence.

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { placeFile } from './place-file.ts';
import { type Environment, SettingsError } from './settings.ts';

/** Only the environment says where the data folder is. */
const dataDirOf = (env: Environment) => resolve(env['DATA_DIR'] || 'data');

export const settingsFileOf = (env: Environment): string => join(dataDirOf(env), 'settings.env');

/** The file of the one-time code that opens the page of set-up. */
export const setupCodeFileOf = (env: Environment): string => join(dataDirOf(env), 'setup-code');

const refuse = (file: string, reason: string, cause?: unknown) =>
  new SettingsError([{ setting: file, reason }], { cause });

/** Reads a file that was checked while it was open, so that no other takes its place between. */
function readChecked(file: string): string {
  const opened = openSync(file, 'r');
  try {
    const { mode, uid } = fstatSync(opened);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw refuse(file, 'other users of this machine may read it; its mode must be 600');
    // a command that root starts in a foreign folder must not obey it
    if (uid !== process.getuid?.() && uid !== 0)
      throw refuse(file, 'belongs to another user of this machine');
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

/**
 * Returns the content of a file that only its owner may read; undefined if there is no file.
 * @throws {SettingsError} if the file cannot be read, belongs to another user, or can be read by others.
 */
export function readPrivateFile(file: string): string | undefined {
  try {
    return readChecked(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (cause instanceof SettingsError) throw cause;
    throw refuse(file, 'cannot be read', cause);
  }
}

/** Returns the settings in the file; none if there is no file. @throws {SettingsError} */
export function readSettingsFile(env: Environment): Environment {
  const file = settingsFileOf(env);
  const text = readPrivateFile(file);
  if (text === undefined) return {};
  const settings = parseEnv(text);
  if (settings['DATA_DIR'] || settings['DATA_DIR_FILE'])
    throw refuse(file, 'must not contain DATA_DIR, which says where this file is');
  return settings;
}

/** Returns the environment with the settings of the file. NAME or NAME_FILE of the environment hides both of the file. */
export function withSettingsFile(env: Environment, stored: Environment): Environment {
  const isGiven = (name: string) => {
    const base = name.replace(/_FILE$/, '');
    return Boolean(env[base] || env[`${base}_FILE`]);
  };
  const used = Object.entries(stored).filter(([name]) => !isGiven(name));
  return { ...env, ...Object.fromEntries(used) };
}

/** Returns the value in the first quotation marks that it does not contain. */
function quoted(name: string, value: string): string {
  // a backslash in double quotation marks could become a line break
  const mark = ["'", '`', ...(value.includes('\\') ? [] : ['"'])].find(
    (one) => !value.includes(one),
  );
  if (mark === undefined || /\p{Cc}/u.test(value))
    throw new SettingsError([
      { setting: name, reason: 'has characters that the settings file cannot hold' },
    ]);
  return `${mark}${value}${mark}`;
}

/** Returns the text of a settings file. @throws {SettingsError} for a value that the file cannot hold. */
export function settingsText(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(name, value)}`);
  const text = [
    '# Settings of Brama, written by `brama setup`. Variables of the environment take precedence.',
    ...lines,
    '',
  ].join('\n');
  const read = parseEnv(text);
  const names = new Set([...Object.keys(settings), ...Object.keys(read)]);
  const other = [...names].find((name) => read[name] !== settings[name]);
  if (other !== undefined) throw new Error(`the settings file would hold another ${other}`);
  return text;
}

/**
 * Writes the settings file, which only its owner may read. Returns false, and changes nothing, if there is one.
 * @throws {SettingsError} for a value that the file cannot hold.
 */
export const writeSettingsFile = (
  env: Environment,
  settings: Readonly<Record<string, string>>,
): boolean => placeFile(settingsFileOf(env), settingsText(settings));
