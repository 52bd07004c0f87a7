// Makes a new installation: database, keys, settings file and first administrators, in this order. Each step may be repeated, so that a
// set-up that was interrupted continues.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { DestinationStream, Logger } from 'pino';
import { type FullConfig, readConfig } from '../../app/config.ts';
import { isPng, isWebp } from '../../applications/icons/picture-size.ts';
import { placeFile } from '../../config/place-file.ts';
import { type Environment, type SettingIssue, SettingsError } from '../../config/settings.ts';
import {
  readSettingsFile,
  settingsFileOf,
  settingsText,
  writeSettingsFile,
} from '../../config/settings-file.ts';
import { keyFingerprint } from '../../crypto/key-check.ts';
import { type Keys, keyFilesIn, prepareDataDir } from '../../crypto/keys.ts';
import type { Database } from '../../database/connect.ts';
import { findFactOfAny, recordFact } from '../../database/installation.ts';
import { lookInto, migrateDatabase, openDatabase, sqliteFileIn } from '../../database/open.ts';
import { findTextSettings } from '../../database/postgres/text.ts';
import { createLogger } from '../../http/log.ts';
import { readLogo } from '../../pages/static-files.ts';
import { createRecoveryStores } from '../../recovery/compose.ts';
import { Refusal, reasonOf } from '../backup/refusal.ts';
import { openKeys } from '../guard-keys.ts';
import {
  type CreatedAdministrator,
  createFirstAdministrators,
  findObstacle,
  type NewAdministrator,
  refuseObstacle,
} from './first-administrators.ts';
import { removeSetupCode } from './setup-code.ts';

/** Settings by their names, as the file has them. */
export type NewSettings = Readonly<Record<string, string>>;

const readText = (path: string) => readFileSync(path, 'utf8');

/** Two keys of the right form, for settings that are only checked. */
const sampleKeys = {
  DATA_KEY: createHash('sha256').update('DATA_KEY').digest('hex'),
  TAX_ID_KEY: createHash('sha256').update('TAX_ID_KEY').digest('hex'),
};

const isGiven = (env: Environment, name: string) => Boolean(env[name] || env[`${name}_FILE`]);

/** Everything that set-up reads before it changes anything. */
export type Start = {
  env: Environment;
  /** The settings file; undefined if there is none. */
  stored: Environment | undefined;
};

/** @throws {Refusal} outside production. @throws {SettingsError} for a settings file that cannot be read. */
export function readStart(env: Environment): Start {
  const mode = env['NODE_ENV'];
  if (mode && mode !== 'production')
    throw new Refusal(
      `NODE_ENV is ${mode} in the environment, and set-up is for production: remove the variable. Nothing was changed.`,
    );
  const stored = existsSync(settingsFileOf(env)) ? readSettingsFile(env) : undefined;
  return { env, stored };
}

/** Returns whether the environment, or the settings file of an interrupted set-up, has the setting. */
export const isSet = ({ env, stored = {} }: Start, name: string): boolean =>
  isGiven(env, name) || isGiven(stored, name);

/** Returns the settings of the server. Keys that do not exist yet are samples. @throws {SettingsError} */
function checkedConfig({ env, stored }: Start, settings: NewSettings): FullConfig {
  if (stored !== undefined) {
    const config = readConfig(env, readText, stored);
    if (config.mode !== 'production')
      throw new Refusal(`${settingsFileOf(env)} lacks NODE_ENV=production.`);
    return config;
  }
  // before the database exists, refuses a value that the settings file cannot hold
  settingsText(settings);
  const samples = Object.entries(sampleKeys).filter(([name]) => !isGiven(env, name));
  const all = { NODE_ENV: 'production', ...settings, ...Object.fromEntries(samples) };
  return readConfig(env, readText, all);
}

/** Returns what is wrong with the settings so far. */
export function issuesOf(start: Start, settings: NewSettings): readonly SettingIssue[] {
  try {
    checkedConfig(start, settings);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.issues;
    throw error;
  }
}

/** @throws {Refusal} for a database that is not new, and where the former database is lost. Changes nothing. */
async function checkPlace({ stored }: Start, place: FullConfig, log: Logger): Promise<void> {
  const found = await lookInto(place, log, async (db) => ({
    obstacle: await findObstacle(db),
    encoding: (await findTextSettings(db))?.encoding ?? 'UTF8',
    isEmpty: (await db.introspection.getTables()).length === 0,
    isUnfinished: (await findFactOfAny(db, 'setup-unfinished')) !== undefined,
  }));
  refuseObstacle(found?.obstacle);
  if (found && found.encoding !== 'UTF8')
    throw new Refusal(
      `The encoding of the database is ${found.encoding}: create it with the encoding UTF8 (docs/operate.md, “Database roles”). Nothing was changed.`,
    );
  // keys and settings are those of an interrupted set-up
  if (found?.isUnfinished) return;
  const state = found?.isEmpty === false ? 'has no users' : 'has no tables';
  const file = sqliteFileIn(place.dataDir);
  const traces = [
    ...(stored === undefined ? [] : ['the settings file']),
    ...Object.values(keyFilesIn(place.dataDir)).filter((key) => existsSync(key)),
    ...['-wal', '-shm']
      .map((end) => `${file}${end}`)
      .filter((one) => !existsSync(file) && existsSync(one)),
  ];
  if (traces.length > 0)
    throw new Refusal(
      `The database ${state}, but ${traces.join(' and ')} of an installation exist in ${place.dataDir}: is its database lost? \`brama restore\` puts that of a backup in an empty place; it needs these keys. Only if no user was ever stored, move the named files to another folder and repeat the set-up. Nothing was changed.`,
    );
}

/** Returns the settings before all are known. @throws {SettingsError} for invalid ones. */
export function configBefore(start: Start, settings: NewSettings = {}): FullConfig {
  const address = isSet(start, 'BASE_URL') ? {} : { BASE_URL: 'https://id.campus.example' };
  return checkedConfig(start, { ...address, ...settings });
}

/** Checks the place before all settings are known. @throws {Refusal} like `install`. @throws {SettingsError} for invalid settings. */
export async function checkStart(
  start: Start,
  settings: NewSettings,
  logDestination: DestinationStream,
): Promise<void> {
  const config = configBefore(start, settings);
  await checkPlace(start, config, createLogger(config.logLevel, logDestination));
}

/** @throws {Refusal} for settings that differ from those of the file, which only its owner changes. */
function refuseOther({ env, stored = {} }: Start, settings: NewSettings): void {
  const other = Object.keys(settings).find((name) => settings[name] !== stored[name]);
  if (other !== undefined)
    throw new Refusal(
      `${settingsFileOf(env)} exists already, with another ${other}. Set-up continues with this file: leave the option out, or change the file.`,
    );
}

/** @throws {Refusal} for an option that the environment overrides. */
function refuseOverridden({ env }: Start, settings: NewSettings): void {
  const other = Object.keys(settings).find((name) => isGiven(env, name));
  if (other !== undefined)
    throw new Refusal(
      `${other} is set in the environment, which takes precedence: leave the option out, or remove the variable.`,
    );
}

/** The path of an image, or an image. */
export type NewLogo = string | Buffer;

/** Returns the form of an image by its first bytes; empty for others. */
function extensionOf(image: Buffer): string {
  if (isPng(image)) return 'png';
  if (isWebp(image)) return 'webp';
  const start = image.subarray(0, 4096).toString('utf8');
  const isSvg = /^\s*<(\?xml|!--|!doctype svg|svg)/i.test(start) && /<svg\b/i.test(start);
  return isSvg ? 'svg' : '';
}

/**
 * Reads the logo. It is copied beside the settings, because the server may not read the folder of the user who sets it up.
 * @throws {Refusal}
 */
export function readNewLogo(dataDir: string, logo: NewLogo): { file: string; content: Buffer } {
  const source = typeof logo === 'string' ? logo : `upload.${extensionOf(logo)}`;
  let content: Buffer = Buffer.alloc(0);
  try {
    readLogo('organisation', source, (path) => {
      content = typeof logo === 'string' ? readFileSync(path) : logo;
      return content;
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code ? reasonOf(error) : message;
    throw new Refusal(`The logo ${source} cannot be used: ${reason}.`, { cause: error });
  }
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const file = join(dataDir, `organisation-${hash}${extname(source).toLowerCase()}`);
  return { file, content };
}

export type Installed = {
  config: FullConfig;
  settingsFile: string;
  /** `file`: undefined for a key that stands in the settings themselves. */
  keys: { setting: string; file: string | undefined; fingerprint: string }[];
  administrators: CreatedAdministrator[];
};

export type Wanted = {
  settings: NewSettings;
  logo: NewLogo | undefined;
  administrators: readonly NewAdministrator[];
};

/** Stores the settings, or continues with those that an interrupted set-up has stored. Returns what the file has. */
function storeSettings(start: Start, given: NewSettings, keyFiles: NewSettings): Environment {
  const { env } = start;
  const settings = { NODE_ENV: 'production', ...given, ...keyFiles };
  if (start.stored === undefined && writeSettingsFile(env, settings)) return settings;
  const stored = readSettingsFile(env);
  // another set-up may have written it just now
  refuseOther({ env, stored }, given);
  return stored;
}

/** The keys that neither the environment nor the settings file names, and the files that will hold them. */
function newKeyFiles(start: Start, dataDir: string) {
  const { data, taxId } = keyFilesIn(dataDir);
  return {
    ...(!isSet(start, 'DATA_KEY') && { DATA_KEY_FILE: data }),
    ...(!isSet(start, 'TAX_ID_KEY') && { TAX_ID_KEY_FILE: taxId }),
  };
}

/** Creates the database and the keys, then stores the settings. Nothing is lost with a settings file that does not exist yet. */
async function prepare(
  db: Database,
  start: Start,
  config: FullConfig,
  given: NewSettings,
  log: Logger,
) {
  const keyFiles = newKeyFiles(start, config.dataDir);
  const withoutSamples = {
    ...config,
    ...(keyFiles.DATA_KEY_FILE !== undefined && { dataKey: undefined }),
    ...(keyFiles.TAX_ID_KEY_FILE !== undefined && { taxIdKey: undefined }),
  };
  // before the first key exists: a database that was lost and created again lacks this fact
  await recordFact(db, { name: 'setup-unfinished', value: '1', at: Date.now() });
  // creates the missing keys, unless the database has had others
  await openKeys(db, withoutSamples, log);
  const stored = storeSettings(start, given, keyFiles);
  return { config: readConfig(start.env, readText, stored), stored };
}

function describeKeys({ env }: Start, stored: Environment, keys: Keys): Installed['keys'] {
  const describe = (setting: 'DATA_KEY' | 'TAX_ID_KEY', key: Buffer) => ({
    setting,
    fingerprint: keyFingerprint(setting, key),
    file: env[setting] ? undefined : env[`${setting}_FILE`] || stored[`${setting}_FILE`],
  });
  return [describe('DATA_KEY', keys.data), describe('TAX_ID_KEY', keys.taxId)];
}

/**
 * Installs. @throws {Refusal} if the place is not new, and for other settings than those of an interrupted set-up.
 * @throws {SettingsError} for invalid settings. Then nothing was changed.
 */
export async function install(
  start: Start,
  wanted: Wanted,
  logDestination: DestinationStream,
): Promise<Installed> {
  const { env, stored } = start;
  const checked = checkedConfig(start, wanted.settings);
  const { databaseOwnerUrl: owner, databaseUrl } = checked;
  // the data would silently stay in SQLite
  if (owner !== undefined && databaseUrl === undefined)
    throw new Refusal(
      'DATABASE_OWNER_URL is set, but not DATABASE_URL: give the address of PostgreSQL with the role of the server too. Nothing was changed.',
    );
  const log = createLogger(checked.logLevel, logDestination);
  const logo = wanted.logo === undefined ? undefined : readNewLogo(checked.dataDir, wanted.logo);
  const settings = { ...wanted.settings, ...(logo && { ORGANISATION_LOGO: logo.file }) };
  refuseOverridden(start, settings);
  if (stored !== undefined) refuseOther(start, settings);
  await checkPlace(start, checked, log);
  prepareDataDir(checked.dataDir);
  if (logo) placeFile(logo.file, logo.content);
  if (owner !== undefined)
    await migrateDatabase({ ...checked, databaseUrl: owner }, log, 'DATABASE_OWNER_URL');
  const db = await openDatabase(checked, log);
  try {
    const prepared = await prepare(db, start, checked, settings, log);
    const keys = await openKeys(db, prepared.config, log);
    const { accessCodes } = createRecoveryStores(db, keys, Date.now);
    const deps = { accessCodes, now: Date.now };
    const created = await createFirstAdministrators(db, log, deps, wanted.administrators);
    removeSetupCode(env);
    return {
      config: prepared.config,
      settingsFile: settingsFileOf(env),
      keys: describeKeys(start, prepared.stored, keys),
      administrators: created,
    };
  } finally {
    await db.destroy();
  }
}
