// Composes imports with the keys and settings of this instance.

import { createSecretKey } from 'node:crypto';
import type { FullConfig } from '../app/config.ts';
import { revokeUsers } from '../app/revoke-users.ts';
import { loadKeys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import type { FileRowsDeps } from '../directory/import/file-rows.ts';
import type { ImportDeps } from '../directory/import/run-import.ts';
import { EventStore } from '../events/store.ts';
import { createUsernameHash } from '../users/lifecycle/former-usernames.ts';
import { createExternalIdHash } from '../users/sources/erased-persons.ts';
import { hashTaxId } from '../users/tax-id.ts';

export function composeImport(
  db: Database,
  config: FullConfig,
  progress: Pick<ImportDeps, 'onCompared' | 'onWritten'>,
): ImportDeps & FileRowsDeps {
  const now = Date.now;
  const keys = loadKeys(config);
  const taxIdKey = createSecretKey(keys.taxId);
  const events = new EventStore(db, now);
  return {
    db,
    hashUsername: createUsernameHash(keys.data),
    hashExternalId: createExternalIdHash(keys.data),
    hashTaxId: (taxId) => hashTaxId(taxId, taxIdKey),
    checksDigit: config.taxIdCheckDigit,
    revokeUsers,
    recordEvents: (queries, some) => events.recordMany(queries, some),
    now,
    ...progress,
  };
}
