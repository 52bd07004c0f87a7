// The data folder, and the keys that are stored in it outside production. In production keys come from settings.

import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { SettingsError } from '../config/settings.ts';

export type Keys = { taxId: Buffer; data: Buffer };

/**
 * Creates the data folder if needed.
 * @throws {SettingsError} naming DATA_DIR if the folder cannot be created or written.
 */
export function prepareDataDir(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new SettingsError(
      [{ setting: 'DATA_DIR', reason: `cannot write to the folder ${dataDir}` }],
      { cause },
    );
  }
}

const fileOf = (dataDir: string, name: string) => join(dataDir, `${name}.key`);

/** @throws {SettingsError} naming DATA_DIR if the file does not hold a key. */
function readKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== 32)
    throw new SettingsError([
      { setting: 'DATA_DIR', reason: `${file} does not hold a key of 32 bytes in hexadecimal` },
    ]);
  return key;
}

/**
 * Reads a key file; creates it if it is missing. It writes a draft and hard-links it to the final name, so no process
 * reads half a key. If several processes start together, one creates the file.
 */
function readOrCreateKey(dataDir: string, name: string) {
  const file = fileOf(dataDir, name);
  const draft = join(dataDir, `.${name}.${randomBytes(6).toString('hex')}`);
  try {
    if (!existsSync(file)) {
      writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
      linkSync(draft, file);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKey(file);
}

type KeyConfig = Pick<Config, 'dataDir' | 'taxIdKey' | 'dataKey'>;

/** Returns the keys from settings, or else from the data folder, which production never uses. */
export function loadKeys(config: KeyConfig): Keys {
  return {
    taxId: config.taxIdKey ?? readOrCreateKey(config.dataDir, 'tax-id'),
    data: config.dataKey ?? readOrCreateKey(config.dataDir, 'data'),
  };
}

/** Returns the keys that exist, and creates none. */
export function findKeys({ taxIdKey, dataKey, dataDir }: KeyConfig): Partial<Keys> {
  const inFolder = (name: string) => {
    const file = fileOf(dataDir, name);
    return existsSync(file) ? readKey(file) : undefined;
  };
  const taxId = taxIdKey ?? inFolder('tax-id');
  const data = dataKey ?? inFolder('data');
  return { ...(taxId && { taxId }), ...(data && { data }) };
}

/** Returns a key for one purpose, derived with HKDF (RFC 5869). A leaked key reveals no other key. */
export function deriveKey(key: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `brama ${purpose}`, 32)));
}
