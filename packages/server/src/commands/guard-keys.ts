// Compares the keys with the check values in the database, so that no other key is used by mistake. A server records the check
// values; commands only compare.

import { sql } from 'kysely';
import type { Logger } from 'pino';
import { createKeyStore } from '../applications/keys/store.ts';
import type { Config } from '../config/config.ts';
import { SettingsError } from '../config/settings.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { fingerprintOf } from '../crypto/key-check.ts';
import { checkValue, guardedKeys, type KeyName, keyNames } from '../crypto/key-states.ts';
import { findKeys, type Keys, loadKeys } from '../crypto/keys.ts';
import type { Database, Queries } from '../database/connect.ts';
import { findFact, recordFact, replaceFact } from '../database/installation.ts';

function refuse(name: KeyName, reason: string, recorded?: string): never {
  const { setting } = guardedKeys[name];
  const which = recorded === undefined ? '' : ` (fingerprint ${fingerprintOf(recorded)})`;
  const advice = `Set the key of this database${which}. To use another key from now on, stop all servers and run \`brama keys replace ${setting}\``;
  throw new SettingsError([{ setting, reason: `${reason}. ${advice}` }]);
}

function refuseOther(name: KeyName, key: Buffer | undefined, recorded: string): void {
  if (key === undefined) refuse(name, 'is missing', recorded);
  const given = checkValue(name, key);
  if (given === recorded) return;
  refuse(
    name,
    `is not the key of this database: its fingerprint is ${fingerprintOf(given)}`,
    recorded,
  );
}

/** Signing keys are encrypted with DATA_KEY. Returns how many there are, and how many it decrypts. */
async function trySigningKeys(db: Database, dataKey: Buffer, log: Logger) {
  const encryption = createEncryption(dataKey);
  const decrypted = await createKeyStore(db, { now: Date.now, encryption, log }).readable();
  const rows = await db.selectFrom('oidc_keys').select('kid').execute();
  return { all: rows.length, decrypted: decrypted.length };
}

/** A wrong DATA_KEY decrypts no signing key. Databases of releases before the check values have no other evidence. */
async function refuseUseless(db: Database, dataKey: Buffer, log: Logger) {
  const { all, decrypted } = await trySigningKeys(db, dataKey, log);
  if (all > 0 && decrypted === 0)
    refuse('data', 'is not the key of this database: it decrypts none of the signing keys');
  return { isRight: decrypted > 0 };
}

/** Returns whether anything in the database is lost with DATA_KEY. */
async function dependsOnDataKey(db: Database): Promise<boolean> {
  for (const table of ['totp_factors', 'recovery_codes', 'former_usernames'] as const)
    if (await db.selectFrom(table).select(sql.lit(1).as('one')).limit(1).executeTakeFirst())
      return true;
  return false;
}

async function record(db: Database, log: Logger, name: KeyName, key: Buffer): Promise<void> {
  const { fact, setting } = guardedKeys[name];
  const value = checkValue(name, key);
  // several nodes may start together
  refuseOther(name, key, await recordFact(db, { name: fact, value, at: Date.now() }));
  log.info({ setting, fingerprint: fingerprintOf(value) }, 'key recorded');
}

/**
 * Returns the keys of the server, and creates missing ones outside production. Records their check values at the first start:
 * DATA_KEY only once it has decrypted a signing key, unless nothing in the database depends on it. Records production, too.
 * @throws {SettingsError} for a key that is not the one of this database.
 */
export async function openKeys(db: Database, config: Config, log: Logger): Promise<Keys> {
  const recorded = {
    taxId: await findFact(db, guardedKeys.taxId.fact),
    data: await findFact(db, guardedKeys.data.fact),
  };
  const existing = findKeys(config);
  for (const name of keyNames) {
    const value = recorded[name];
    if (value !== undefined) refuseOther(name, existing[name], value);
  }
  const keys = loadKeys(config);
  if (recorded.data === undefined) {
    const { isRight } = await refuseUseless(db, keys.data, log);
    if (isRight || !(await dependsOnDataKey(db))) await record(db, log, 'data', keys.data);
  }
  if (recorded.taxId === undefined) await record(db, log, 'taxId', keys.taxId);
  // only now: with other keys the database may be that of another installation
  if (config.mode === 'production')
    await recordFact(db, { name: 'production', value: '1', at: Date.now() });
  return keys;
}

/**
 * Compares the keys that a command uses. Creates and records nothing.
 * @throws {SettingsError} for a key that is not the one of this database.
 */
export async function checkKeys(
  db: Database,
  config: Config,
  names: readonly KeyName[],
  log: Logger,
): Promise<void> {
  const existing = findKeys(config);
  for (const name of names) {
    const recorded = await findFact(db, guardedKeys[name].fact);
    if (recorded !== undefined) refuseOther(name, existing[name], recorded);
    else if (name === 'data' && existing.data) await refuseUseless(db, existing.data, log);
  }
}

/** Records another key as the one of this database. */
export async function recordReplacement(
  queries: Queries,
  { name, key, at }: { name: KeyName; key: Buffer; at: number },
): Promise<void> {
  const value = checkValue(name, key);
  await replaceFact(queries, { name: guardedKeys[name].fact, value, at });
}
