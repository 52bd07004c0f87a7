// The keys that a database is bound to, and whether those of the settings are them. Compares only; guard-keys.ts refuses and records.

import type { Config } from '../config/config.ts';
import type { Queries } from '../database/connect.ts';
import { findFact } from '../database/installation.ts';
import { checkValueOf, fingerprintOf } from './key-check.ts';
import { findKeys, type Keys } from './keys.ts';

export type KeyName = keyof Keys;

/** The key of each setting, and where its check value is recorded. */
export const guardedKeys = {
  taxId: { setting: 'TAX_ID_KEY', fact: 'tax-id-key-check' },
  data: { setting: 'DATA_KEY', fact: 'data-key-check' },
} as const satisfies Record<KeyName, object>;

export const keyNames: readonly KeyName[] = ['taxId', 'data'];

export const checkValue = (name: KeyName, key: Buffer) =>
  checkValueOf(guardedKeys[name].setting, key);

export type KeyState = {
  setting: string;
  /** `none`: neither set nor recorded. */
  state: 'same' | 'other' | 'unrecorded' | 'missing' | 'none';
  /** Fingerprints. */
  given: string | undefined;
  recorded: string | undefined;
};

/** Compares the keys of the settings with those of the database, also if they differ. */
export async function keyStates(db: Queries, config: Config): Promise<KeyState[]> {
  const existing = findKeys(config);
  return Promise.all(
    keyNames.map(async (name) => {
      const { setting, fact } = guardedKeys[name];
      const key = existing[name];
      const given = key && checkValue(name, key);
      const recorded = await findFact(db, fact);
      const fingerprints = {
        given: given && fingerprintOf(given),
        recorded: recorded && fingerprintOf(recorded),
      };
      if (recorded === undefined)
        return { setting, state: given === undefined ? 'none' : 'unrecorded', ...fingerprints };
      if (given === undefined) return { setting, state: 'missing', ...fingerprints };
      return { setting, state: given === recorded ? 'same' : 'other', ...fingerprints };
    }),
  );
}
