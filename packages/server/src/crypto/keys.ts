// The data folder, and the keys that are stored in it outside production. In production keys come from settings.

import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { placeFile } from '../config/place-file.ts';
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

/** The files of the keys in a data folder. */
export const keyFilesIn = (dataDir: string): Record<keyof Keys, string> => ({
  taxId: fileOf(dataDir, 'tax-id'),
  data: fileOf(dataDir, 'data'),
});

/** @throws {SettingsError} naming DATA_DIR if the file does not hold a key. */
function readKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== 32)
    throw new SettingsError([
      { setting: 'DATA_DIR', reason: `${file} does not hold a key of 32 bytes in hexadecimal` },
    ]);
  return key;
}

/** Reads a key file; creates it if it is missing. If several processes start together, one creates it. */
function readOrCreateKey(dataDir: string, name: string) {
  const file = fileOf(dataDir, name);
  if (!existsSync(file)) placeFile(file, `${randomBytes(32).toString('hex')}\n`);
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
