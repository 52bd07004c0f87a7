// Device codes (RFC 8628). The table has hashes of both codes. The hash of the user code has a key, because an attacker could try
// all short codes. The request of the device is encrypted, because it may name the expected user.

import { createHmac, type KeyObject } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import { decryptOrThrow, type Encryption } from '../../../crypto/encryption.ts';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { Database, Queries } from '../../../database/connect.ts';
import { deleteExpired } from '../../../database/delete-expired.ts';
import { forShare } from '../../../database/postgres/row-locks.ts';
import { prepare } from '../../../database/prepared.ts';
import type { OidcDeviceCodesTable } from '../../../database/schema.ts';
import type { OnRejected, WriteBatch } from '../../../database/write-batch.ts';
import type { EventStore } from '../../../events/store.ts';
import { shareUser } from '../../../users/ways-in.ts';
import type { GrantStore } from '../adapters/grants.ts';

export const deviceCodeSeconds = 600;
export const pollingIntervalSeconds = 5;
const slowestIntervalSeconds = 60;

/** A poll that is early by this much is accepted: network delays vary. */
const toleranceMs = 1000;

/** Keeps an expired code for this long, so that the device receives “expired” instead of “unknown”. */
const keptAfterEndMs = 10 * 60_000;

type Row = OidcDeviceCodesTable;

type Deps = {
  db: Database;
  grants: GrantStore;
  events: EventStore;
  applicationIdOf(clientId: string): Promise<string | undefined>;
  encryption: Encryption;
  key: KeyObject;
  now: () => number;
};

export type DeviceGrant = { id: string; sid: string };

export type DeviceCodeStatus = {
  clientId: string;
  requestedAt: number;
  state: 'waiting' | 'over' | 'used';
};

/** The encryption context is part of stored rows. */
const contextOf = (deviceCodeHash: string) => `request of a device ${deviceCodeHash}`;

/**
 * Locks the user and the session, so that the end of all sessions or of this one also ends the new grant. Returns false if the session
 * is over.
 */
async function lockSession(
  queries: Queries,
  { accountId, sessionUid }: AdapterPayload,
): Promise<boolean> {
  if (accountId === undefined || sessionUid === undefined) return false;
  await shareUser(queries, accountId);
  const session = queries.selectFrom('sessions').select('uid').where('uid', '=', sessionUid);
  return (await forShare(queries, session).executeTakeFirst()) !== undefined;
}

export class DeviceCodeStore {
  readonly #deps: Deps;
  readonly #consume;

  constructor(deps: Deps) {
    const { db } = deps;
    this.#deps = deps;
    this.#consume = prepare(db, ({ hash, at }: { hash: string; at: number }) =>
      db
        .updateTable('oidc_device_codes')
        .set({ consumed_at: at })
        .where('device_code_hash', '=', hash)
        .where('consumed_at', 'is', null),
    );
  }

  async add(deviceCode: string, payload: AdapterPayload): Promise<void> {
    const { db, now } = this.#deps;
    const at = now();
    const hash = hashSecret(deviceCode);
    await db
      .insertInto('oidc_device_codes')
      .values({
        device_code_hash: hash,
        user_code_hash: this.#hashUserCode(`${payload.userCode}`),
        encrypted_payload: this.#encrypt(hash, payload),
        created_at: at,
        expires_at: at + deviceCodeSeconds * 1000,
        interval_seconds: pollingIntervalSeconds,
      })
      .execute();
  }

  /** Finds the code that a device polls with. `early`: it polls more often than allowed. */
  async poll(deviceCode: string): Promise<{ payload: AdapterPayload; early: boolean } | undefined> {
    const row = await this.#find('device_code_hash', hashSecret(deviceCode));
    if (!row) return undefined;
    const isWaiting = row.decided_at === null && row.expires_at > this.#deps.now();
    const early = isWaiting && !(await this.#isInTime(row));
    return { payload: this.#payloadFrom(row, deviceCode), early };
  }

  /** Finds a code that a user has typed. Returns the hash of the device code, not the code. */
  async byUserCode(code: string): Promise<{ hash: string; payload: AdapterPayload } | undefined> {
    const row = await this.#find('user_code_hash', this.#hashUserCode(code));
    return row && { hash: row.device_code_hash, payload: this.#payloadFrom(row, '') };
  }

  async byHash(deviceCodeHash: string): Promise<AdapterPayload | undefined> {
    const row = await this.#find('device_code_hash', deviceCodeHash);
    return row && this.#payloadFrom(row, '');
  }

  async status(userCode: string): Promise<DeviceCodeStatus | undefined> {
    const row = await this.#find('user_code_hash', this.#hashUserCode(userCode));
    if (!row) return undefined;
    const { clientId = '' } = this.#decrypt(row);
    const isExpired = row.expires_at <= this.#deps.now();
    const state = row.decided_at !== null ? 'used' : isExpired ? 'over' : 'waiting';
    return { clientId, requestedAt: row.created_at, state };
  }

  /**
   * Stores the decision of the user once: allowed (`accountId` and `grant`) or denied (`error`). Returns false if there is
   * a decision already, the code has expired, or the session of the user has ended.
   */
  async decide(
    hash: string,
    payload: AdapterPayload,
    grant: DeviceGrant | undefined,
  ): Promise<boolean> {
    const { db, now, grants, events } = this.#deps;
    const { clientId: client } = payload;
    const applicationId =
      grant && client !== undefined ? await this.#deps.applicationIdOf(client) : undefined;
    return db.transaction().execute(async (transaction) => {
      if (grant && !(await lockSession(transaction, payload))) return false;
      const decided = await transaction
        .updateTable('oidc_device_codes')
        .set({ encrypted_payload: this.#encrypt(hash, payload), decided_at: now() })
        .where('device_code_hash', '=', hash)
        .where('decided_at', 'is', null)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      if (decided.numUpdatedRows === 0n) return false;
      const { accountId: userId, clientId } = payload;
      if (grant && userId !== undefined && clientId !== undefined) {
        await grants.addForDevice(transaction, { ...grant, userId, clientId });
        const { sessionUid } = payload;
        await events.record(transaction, {
          type: 'device.allowed',
          userId,
          applicationId,
          sessionUid,
        });
      }
      return true;
    });
  }

  /** Adds the use of a code to the writes of a token request. Of concurrent polls, one succeeds. */
  addConsume(writes: WriteBatch, deviceCode: string, onRejected: OnRejected) {
    const given = { hash: hashSecret(deviceCode), at: this.#deps.now() };
    writes.add(this.#consume.filled(given), onRejected);
  }

  /** Returns the grant to revoke when a device sends a used code again. */
  async grantOf(deviceCode: string): Promise<string | undefined> {
    const row = await this.#find('device_code_hash', hashSecret(deviceCode));
    return row && this.#decrypt(row).grantId;
  }

  /** Deletes up to `most` codes some time after their end. Returns how many. */
  deleteExpired(most: number): Promise<number> {
    const { db, now } = this.#deps;
    return deleteExpired(
      db,
      { table: 'oidc_device_codes', key: ['device_code_hash'] },
      now() - keptAfterEndMs,
      most,
    );
  }

  #find(column: 'device_code_hash' | 'user_code_hash', hash: string): Promise<Row | undefined> {
    const all = this.#deps.db.selectFrom('oidc_device_codes').selectAll();
    return all.where(column, '=', hash).executeTakeFirst();
  }

  #hashUserCode(code: string): string {
    return createHmac('sha256', this.#deps.key).update(code).digest('base64url');
  }

  #encrypt(hash: string, { jti: _jti, userCode: _code, ...payload }: AdapterPayload): string {
    return this.#deps.encryption.encrypt(JSON.stringify(payload), contextOf(hash));
  }

  #decrypt(row: Pick<Row, 'encrypted_payload' | 'device_code_hash'>): AdapterPayload {
    const context = contextOf(row.device_code_hash);
    return JSON.parse(decryptOrThrow(this.#deps.encryption, row.encrypted_payload, context));
  }

  #payloadFrom(row: Row, jti: string): AdapterPayload {
    // our clock decides about the end, because the library uses the clock of its node
    const expired = row.expires_at <= this.#deps.now() && { exp: 1 };
    return { ...this.#decrypt(row), jti, ...expired };
  }

  /** Of concurrent polls on any nodes, one is in time. An early poll makes the interval longer. */
  async #isInTime({ device_code_hash, polled_at, interval_seconds }: Row): Promise<boolean> {
    const { db, now } = this.#deps;
    const update = db
      .updateTable('oidc_device_codes')
      .where('device_code_hash', '=', device_code_hash);
    const at = now();
    const earliest = (polled_at ?? 0) + interval_seconds * 1000 - toleranceMs;
    if (polled_at !== null && at < earliest) {
      const slower = Math.min(interval_seconds + pollingIntervalSeconds, slowestIntervalSeconds);
      await update.set({ interval_seconds: slower }).execute();
      return false;
    }
    const polled = await update
      .set({ polled_at: at })
      .where('polled_at', polled_at === null ? 'is' : '=', polled_at)
      .executeTakeFirst();
    return polled.numUpdatedRows > 0n;
  }
}
