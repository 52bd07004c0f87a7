// Which browsers a user has signed in from before. Tries from such a one are counted by themselves, so that
// whoever guesses from elsewhere cannot lock the user out (OWASP: device cookies). Being known proves nobody.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { deleteExpired } from '../database/delete-expired.ts';
import { prepare } from '../database/prepared.ts';
import { hostCookie } from '../http/host-cookie.ts';

const dayMs = 86_400_000;
/** Browsers keep no cookie longer than 400 days (RFC 6265bis §5.5); one seen within is kept on. */
const forgottenAfterMs = 365 * dayMs;
/** Of a computer in a library, those who signed in last. */
const mostUsersOfDevice = 20;
/** Of a user who comes without cookies each time, the newest: each has tries of its own. */
const mostDevicesOfUser = 20;

/** A browser from which this user has signed in before, and what it is counted under. */
export type TrustedDevice = { userId: string; device: string };

type Deps = { db: Database; secure: boolean; now: () => number };

export function createTrustedDevices({ db, secure, now }: Deps) {
  const cookie = hostCookie('device', { secure });

  const found = prepare(db, ({ hash, userId }: { hash: string; userId: string }) =>
    db
      .selectFrom('trusted_devices')
      .select('seen_at')
      .where('device_hash', '=', hash)
      .where('user_id', '=', userId),
  );

  const foundOfAny = prepare(db, ({ hash }: { hash: string }) =>
    db
      .selectFrom('trusted_devices')
      .select('seen_at')
      .where('device_hash', '=', hash)
      .orderBy('seen_at', 'desc')
      .limit(1),
  );

  const isKnown = (row: { seen_at: number } | undefined) =>
    row !== undefined && row.seen_at > now() - forgottenAfterMs;

  function hashOf(request: FastifyRequest): string | undefined {
    const secret = cookie.readSecret(request);
    return secret === undefined ? undefined : hashSecret(secret);
  }

  /** Where more are known than may be, those who have not come for longest are forgotten. */
  async function forgetOldest(
    queries: Queries,
    { column, value, most }: { column: 'device_hash' | 'user_id'; value: string; most: number },
  ) {
    const rows = await queries
      .selectFrom('trusted_devices')
      .select(['device_hash', 'user_id'])
      .where(column, '=', value)
      .orderBy('seen_at', 'desc')
      .offset(most)
      .limit(most)
      .execute();
    for (const { device_hash, user_id } of rows)
      await queries
        .deleteFrom('trusted_devices')
        .where('device_hash', '=', device_hash)
        .where('user_id', '=', user_id)
        .execute();
  }

  return {
    cookieName: cookie.name,

    /**
     * Returns what the device is counted under, where this user has signed in from it. Calls `userIdOf` only for a
     * browser that brings a device; the statements that follow are the same whether it finds a user or not.
     */
    async deviceOf(
      request: FastifyRequest,
      userIdOf: () => Promise<string | undefined>,
    ): Promise<TrustedDevice | undefined> {
      const hash = hashOf(request);
      if (hash === undefined) return undefined;
      const userId = (await userIdOf()) ?? '';
      return isKnown(await found.first({ hash, userId })) ? { userId, device: hash } : undefined;
    },

    /** The same for whoever it was that has signed in from it. */
    async knownDevice(request: FastifyRequest): Promise<string | undefined> {
      const hash = hashOf(request);
      return hash !== undefined && isKnown(await foundOfAny.first({ hash })) ? hash : undefined;
    },

    /**
     * Remembers, in the transaction that starts the session, that this user has come in by this browser. The
     * secret is new where the browser has no known one of this user: one that was planted is worth nothing.
     * Answers with what puts it into the answer.
     */
    async remember(queries: Queries, request: FastifyRequest, userId: string) {
      const old = hashOf(request) ?? '';
      const at = now();
      const seen = await queries
        .updateTable('trusted_devices')
        .set({ seen_at: at })
        .where('device_hash', '=', old)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      let secret = cookie.read(request) ?? '';
      if (Number(seen.numUpdatedRows) === 0) {
        secret = newSecret();
        const hash = hashSecret(secret);
        // the others who use this browser come along
        await queries
          .updateTable('trusted_devices')
          .set({ device_hash: hash })
          .where('device_hash', '=', old)
          .execute();
        await queries
          .insertInto('trusted_devices')
          .values({ device_hash: hash, user_id: userId, seen_at: at })
          .execute();
        await forgetOldest(queries, {
          column: 'device_hash',
          value: hash,
          most: mostUsersOfDevice,
        });
        await forgetOldest(queries, { column: 'user_id', value: userId, most: mostDevicesOfUser });
      }
      return (reply: FastifyReply) => cookie.set(reply, secret, forgottenAfterMs / 1000);
    },

    /** Forgets, in the caller's transaction, where this user has signed in from; not the browser to `keep`. */
    async forgetUser(queries: Queries, userId: string, keep?: FastifyRequest): Promise<void> {
      await queries
        .deleteFrom('trusted_devices')
        .where('user_id', '=', userId)
        .where('device_hash', '!=', (keep && hashOf(keep)) ?? '')
        .execute();
    },

    /** Deletes up to `most` that have not been seen for a year. Returns how many. */
    deleteExpired: (most: number) =>
      deleteExpired(db, 'trusted_devices', sql`seen_at <= ${now() - forgottenAfterMs}`, most),
  };
}

export type TrustedDevices = ReturnType<typeof createTrustedDevices>;
