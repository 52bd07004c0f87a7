// Stored responses of requests with an `Idempotency-Key`.

import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { createEncryption, type Encryption } from '../../crypto/encryption.ts';
import { IdempotentRequests } from './idempotency.ts';

describe.each(databaseKinds)('stored responses of idempotent requests, on %s', (kind) => {
  let database: TestDatabase;
  let requests: IdempotentRequests;
  let decrypted: number;
  beforeEach(async () => {
    database = await makeDatabase(kind);
    decrypted = 0;
    const { encrypt, decrypt } = createEncryption(randomBytes(32));
    const encryption: Encryption = {
      encrypt,
      decrypt(...given) {
        decrypted += 1;
        return decrypt(...given);
      },
    };
    requests = new IdempotentRequests({ db: database.db, encryption, now: () => 1 });
  });
  afterEach(() => database.close());

  const create = (key: string, response: unknown) =>
    requests.once(
      database.db,
      {
        request: {
          method: 'POST',
          url: '/api/admin/users',
          body: {},
          headers: { 'idempotency-key': key },
        } as unknown as FastifyRequest,
        actorId: 'admin',
      },
      async () => response,
      async () => undefined,
    );
  const stored = async () => {
    const rows = await database.db.selectFrom('idempotent_requests').select('key_hash').execute();
    return rows.length;
  };

  test('those about a user are found without decrypting the others', async () => {
    const [user, sponsor] = [randomUUID(), randomUUID()];
    await create('user', { id: user, sponsorId: null });
    await create('guest', { id: randomUUID(), sponsorId: sponsor });
    await create('group', { name: 'students' });
    await requests.forget(database.db, user);
    expect([await stored(), decrypted]).toEqual([2, 0]);
    await requests.forget(database.db, sponsor);
    expect([await stored(), decrypted]).toEqual([1, 0]);
    const ids = database.db.selectFrom('idempotent_request_objects').selectAll();
    expect(await ids.execute()).toEqual([]);
  });

  test('those that a server of a previous release has stored are decrypted', async () => {
    const [user, other] = [randomUUID(), randomUUID()];
    await create('user', { id: user });
    await create('other', { id: other });
    await database.db.deleteFrom('idempotent_request_objects').execute();
    await database.db.updateTable('idempotent_requests').set({ has_objects: 0 }).execute();
    await requests.forget(database.db, user);
    expect([await stored(), decrypted]).toEqual([1, 2]);
  });
});
