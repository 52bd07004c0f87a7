// Composes `apply` with the other areas and the settings of this instance.

import { createSecretKey } from 'node:crypto';
import { methodIds } from '@brama/contract/pages/login-page';
import type { FullConfig } from '../app/config.ts';
import { revokeUsers } from '../app/revoke-users.ts';
import { createReadIcon } from '../applications/icons/read-icon.ts';
import { createApplicationsManifest } from '../applications/manifest/manifest.ts';
import { ApplicationOwners } from '../applications/owners.ts';
import { createSettingsParsers } from '../applications/protocols.ts';
import { createApplicationStore } from '../applications/store.ts';
import { keyFingerprint } from '../crypto/key-check.ts';
import { loadKeys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import {
  type ApplyDeps,
  type ApplyOptions,
  apply,
  type Outcome,
} from '../directory/apply/apply.ts';
import { createUserEntry } from '../directory/apply/parse/user-entry.ts';
import type { Progress } from '../directory/apply/progress.ts';
import { EventStore } from '../events/store.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { createHasher } from '../sign-in/password/hashing/hasher.ts';
import { validatePasswordHash } from '../sign-in/password/hashing/parameters.ts';
import { createUsernameHash } from '../users/lifecycle/former-usernames.ts';
import { createTaxIdCheck, hashTaxId } from '../users/tax-id.ts';

/**
 * Returns `apply` for this database. Paths of icons are relative to `folder`. `close` ends the hash threads, not the
 * database.
 */
export function composeApply(db: Database, config: FullConfig, folder: string, progress: Progress) {
  const now = Date.now;
  const store = createApplicationStore(db, now);
  const keys = loadKeys(config);
  const taxIdKey = createSecretKey(keys.taxId);
  const events = new EventStore(db, now);
  const hasher = createHasher({ threads: config.hashThreads });
  const deps: ApplyDeps = {
    db,
    rules: {
      entry: createUserEntry(validatePasswordHash),
      hashTaxId: (taxId) => hashTaxId(taxId, taxIdKey),
      validateTaxId: createTaxIdCheck({ checksDigit: config.taxIdCheckDigit }),
      taxIdKeyFingerprint: keyFingerprint('TAX_ID_KEY', keys.taxId),
    },
    hashUsername: createUsernameHash(keys.data),
    // one more than there are threads, so that no thread is idle
    passwords: { ...hasher, concurrency: config.hashThreads + 1 },
    revokeUsers,
    recordEvents: (queries, some) => events.recordMany(queries, some),
    planApplications: createApplicationsManifest({
      store,
      owners: new ApplicationOwners(db),
      readIcon: createReadIcon(folder),
      now,
      readers: createSettingsParsers({
        // in the demo only the server receives the settings of the simulators
        methodsOn: config.demo ? methodIds : methodsOn(config),
        isProduction: config.mode === 'production',
      }),
    }).plan,
    progress,
    now,
  };
  return {
    apply: (text: string, once: string | undefined, options: ApplyOptions): Promise<Outcome> =>
      apply(text, once, deps, options),
    close: () => hasher.close(),
  };
}
