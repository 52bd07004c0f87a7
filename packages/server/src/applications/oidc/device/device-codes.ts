// Devices that wait for a person (RFC 8628). Neither of their two codes is stored: the long one as a hash, the
// short one as a keyed hash, for all short ones could be tried against a plain one. What a device asked is sealed, for
// it may say who is expected.

import { createHmac, type KeyObject } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import { decryptOrThrow, type Encryption } from '../../../crypto/encryption.ts';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { Database, Queries } from '../../../database/connect.ts';
import { deleteExpired } from '../../../database/delete-expired.ts';
import { prepare } from '../../../database/prepared.ts';
import type { OnRejected, WriteBatch } from '../../../database/write-batch.ts';
import type { GrantStore } from '../adapters/grants.ts';

/** Seconds. */
export const deviceLifetime = 600;
export const pollingInterval = 5;
const slowestInterval = 60;

/** A poll this much too early has only been fast on the way. */
const toleranceMs = 1000;

/** So long a device is told that it came too late, instead of that it is unknown. */
const afterwardsMs = 10 * 60_000;

type Row = {
  device_code_hash: string;
  encrypted_payload: string;
  created_at: number;
  expires_at: number;
  decided_at: number | null;
  consumed_at: number | null;
  polled_at: number | null;
  interval_seconds: number;
};

export type DeviceCodesDeps = {
  db: Database;
  grants: Pick<GrantStore, 'addForDevice'>;
  encryption: Encryption;
  key: KeyObject;
  now: () => number;
};

export type DeviceGrant = { id: string; sid: string };

/** What a page may know of a code. */
export type Look = { clientId: string; askedAt: number; state: 'waiting' | 'over' | 'used' };

const contextOf = (hash: string) => `request of a device ${hash}`;

export function createDeviceCodes({ db, grants, encryption, key, now }: DeviceCodesDeps) {
  /** Without either code. */
  const seal = (hash: string, { jti: _jti, userCode: _code, ...kept }: AdapterPayload) =>
    encryption.encrypt(JSON.stringify(kept), contextOf(hash));
  const unseal = ({
    encrypted_payload,
    device_code_hash,
  }: Pick<Row, 'encrypted_payload' | 'device_code_hash'>): AdapterPayload =>
    JSON.parse(decryptOrThrow(encryption, encrypted_payload, contextOf(device_code_hash)));
  const hashUserCode = (code: string) => createHmac('sha256', key).update(code).digest('base64url');
  const rows = () => db.selectFrom('oidc_device_codes').selectAll();
  const byDevice = (hash: string): Promise<Row | undefined> =>
    rows().where('device_code_hash', '=', hash).executeTakeFirst();
  const byUser = (code: string): Promise<Row | undefined> =>
    rows().where('user_code_hash', '=', hashUserCode(code)).executeTakeFirst();

  const consume = prepare(db, ({ hash, at }: { hash: string; at: number }) =>
    db
      .updateTable('oidc_device_codes')
      .set({ consumed_at: at })
      .where('device_code_hash', '=', hash)
      .where('consumed_at', 'is', null),
  );

  function payloadFrom(row: Row, jti: string): AdapterPayload {
    return {
      ...unseal(row),
      jti,
      // by our clock, which is the same for all nodes' rows
      ...(row.expires_at <= now() && { exp: 1 }),
    };
  }

  /** Of two at the same moment, on any nodes, one is in time. */
  async function isInTime({
    device_code_hash,
    polled_at,
    interval_seconds,
  }: Row): Promise<boolean> {
    const at = now();
    const earliest = (polled_at ?? 0) + interval_seconds * 1000 - toleranceMs;
    if (polled_at !== null && at < earliest) {
      const slower = Math.min(interval_seconds + pollingInterval, slowestInterval);
      await db
        .updateTable('oidc_device_codes')
        .set({ interval_seconds: slower })
        .where('device_code_hash', '=', device_code_hash)
        .execute();
      return false;
    }
    const polled = await db
      .updateTable('oidc_device_codes')
      .set({ polled_at: at })
      .where('device_code_hash', '=', device_code_hash)
      .where('polled_at', polled_at === null ? 'is' : '=', polled_at)
      .executeTakeFirst();
    return polled.numUpdatedRows > 0n;
  }

  /** Keeps it until the end of the transaction: whatever ends it meanwhile finds what hangs on the answer. */
  async function holdsSession(queries: Queries, uid: string | undefined): Promise<boolean> {
    if (uid === undefined) return false;
    const { numUpdatedRows } = await queries
      .updateTable('sessions')
      .set((eb) => ({ user_id: eb.ref('user_id') }))
      .where('uid', '=', uid)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  return {
    async add(deviceCode: string, payload: AdapterPayload): Promise<void> {
      const at = now();
      const hash = hashSecret(deviceCode);
      await db
        .insertInto('oidc_device_codes')
        .values({
          device_code_hash: hash,
          user_code_hash: hashUserCode(`${payload.userCode}`),
          encrypted_payload: seal(hash, payload),
          created_at: at,
          expires_at: at + deviceLifetime * 1000,
          decided_at: null,
          consumed_at: null,
          polled_at: null,
          interval_seconds: pollingInterval,
        })
        .execute();
    },

    /** For the device itself. `early`: it asks more often than it was told to. */
    async poll(
      deviceCode: string,
    ): Promise<{ payload: AdapterPayload; early: boolean } | undefined> {
      const row = await byDevice(hashSecret(deviceCode));
      if (!row) return undefined;
      const isWaiting = row.decided_at === null && row.expires_at > now();
      const early = isWaiting && !(await isInTime(row));
      return { payload: payloadFrom(row, deviceCode), early };
    },

    /** For a person who typed it. The answer holds the hash of the device's code in its place. */
    async byUserCode(code: string): Promise<{ hash: string; payload: AdapterPayload } | undefined> {
      const row = await byUser(code);
      return row && { hash: row.device_code_hash, payload: payloadFrom(row, '') };
    },

    async byHash(hash: string): Promise<AdapterPayload | undefined> {
      const row = await byDevice(hash);
      return row && payloadFrom(row, '');
    },

    async look(code: string): Promise<Look | undefined> {
      const row = await byUser(code);
      if (!row) return undefined;
      const { clientId = '' } = unseal(row);
      const isOver = row.expires_at <= now();
      const state = row.decided_at !== null ? 'used' : isOver ? 'over' : 'waiting';
      return { clientId, askedAt: row.created_at, state };
    },

    /**
     * Says yes (`accountId`, with the grant that its tokens will hang on) or no (`error`), once. False when
     * somebody was faster, it is too late, or the person's session has ended meanwhile.
     */
    decide(hash: string, payload: AdapterPayload, grant: DeviceGrant | undefined) {
      return db.transaction().execute(async (transaction) => {
        if (grant && !(await holdsSession(transaction, payload.sessionUid))) return false;
        const decided = await transaction
          .updateTable('oidc_device_codes')
          .set({ encrypted_payload: seal(hash, payload), decided_at: now() })
          .where('device_code_hash', '=', hash)
          .where('decided_at', 'is', null)
          .where('expires_at', '>', now())
          .executeTakeFirst();
        if (decided.numUpdatedRows === 0n) return false;
        const { accountId: userId, clientId } = payload;
        if (grant && userId !== undefined && clientId !== undefined)
          await grants.addForDevice(transaction, { ...grant, userId, clientId });
        return true;
      });
    },

    /** Adds the use of a code to the writes of a token request. Of two polls at the same moment one wins. */
    addConsume(writes: WriteBatch, deviceCode: string, onRefused: OnRejected) {
      writes.add(consume.filled({ hash: hashSecret(deviceCode), at: now() }), onRefused);
    },

    /** The grant that must die when a code is sent once more. */
    async grantOf(deviceCode: string): Promise<string | undefined> {
      const row = await byDevice(hashSecret(deviceCode));
      return row && unseal(row).grantId;
    },

    /** Deletes up to `most` that are over. Returns how many. */
    deleteExpired: (most: number) =>
      deleteExpired(db, 'oidc_device_codes', now() - afterwardsMs, most),
  };
}

export type DeviceCodes = ReturnType<typeof createDeviceCodes>;
