// Stores signing keys in the database, so that all nodes have the same keys. They are encrypted with DATA_KEY.

import { generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import type { Encryption } from '../../crypto/encryption.ts';
import { newSecret } from '../../crypto/secrets.ts';
import type { Database, Queries } from '../../database/connect.ts';
import { lockTexts } from '../../database/postgres/row-locks.ts';
import { type KeyTimes, publishedAheadMs, type Schedule, scheduleOf } from './schedule.ts';
import { type SigningAlg, signingAlgs } from './signing-algs.ts';

export type SigningKey = KeyTimes & { jwk: JsonWebKey };

const generate = promisify(generateKeyPair);

const generators: Record<SigningAlg, () => Promise<{ privateKey: KeyObject }>> = {
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
  RS256: () => generate('rsa', { modulusLength: 2048 }),
  EdDSA: () => generate('ed25519'),
};

/** Held while keys are created. */
const lockName = 'signing keys';

const contextOf = (kid: string) => `signing key ${kid}`;

type Deps = {
  now: () => number;
  encryption: Encryption;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

export function createKeyStore(db: Database, { now, encryption, log }: Deps) {
  async function create(alg: string, signsFrom: number) {
    const { privateKey } = await generators[alg as SigningAlg]();
    const kid = newSecret().slice(0, 22);
    const text = JSON.stringify(privateKey.export({ format: 'jwk' }));
    const encrypted_private_key = encryption.encrypt(text, contextOf(kid));
    return { kid, alg, encrypted_private_key, created_at: now(), signs_from: signsFrom };
  }

  const insert = (keys: Awaited<ReturnType<typeof create>>[], queries: Queries) =>
    queries.insertInto('oidc_keys').values(keys).execute();

  /** Lists the keys that can be decrypted. After a change of DATA_KEY there are none, and new ones are created. */
  async function readable(queries: Queries = db): Promise<SigningKey[]> {
    const rows = await queries.selectFrom('oidc_keys').selectAll().execute();
    return rows.flatMap(({ kid, alg, created_at, signs_from, encrypted_private_key }) => {
      const text = encryption.decrypt(encrypted_private_key, contextOf(kid));
      if (text === undefined) return [];
      const jwk = { ...JSON.parse(text), kid, alg, use: 'sig' };
      return [{ kid, alg, createdAt: created_at, signsFrom: signs_from, jwk }];
    });
  }

  const createFor = (algs: readonly string[], signsFrom: number) =>
    Promise.all(algs.map((alg) => create(alg, signsFrom)));

  /**
   * Creates keys within the caller's transaction, for every algorithm without a next key: published now, signing after all clients have
   * read them. Returns false if every algorithm has one. Does not log.
   */
  async function add(queries: Queries): Promise<boolean> {
    // of two rotations at the same time one finds the keys of the other
    await lockTexts(queries, [lockName]);
    const next = (await readable(queries)).filter(({ signsFrom }) => signsFrom > now());
    const wanted = signingAlgs.filter((one) => !next.some(({ alg }) => alg === one));
    if (wanted.length > 0) await insert(await createFor(wanted, now() + publishedAheadMs), queries);
    return wanted.length > 0;
  }

  /** Replaces all keys within the caller's transaction. Does not log. */
  async function replaceAll(queries: Queries): Promise<void> {
    const keys = await createFor(signingAlgs, now());
    await lockTexts(queries, [lockName]);
    await queries.deleteFrom('oidc_keys').execute();
    await insert(keys, queries);
  }

  /**
   * Creates keys, unless another node was faster: the nodes that start together must publish and sign with the same keys. Returns
   * whether it has created some.
   */
  async function createWanted(wanted: Schedule<SigningKey>['wanted']): Promise<boolean> {
    // before the transaction, because an RSA key takes long
    const keys = await Promise.all(wanted.map(({ alg, signsFrom }) => create(alg, signsFrom)));
    return db.transaction().execute(async (queries) => {
      await lockTexts(queries, [lockName]);
      const { wanted: still } = scheduleOf(await readable(queries), signingAlgs, now());
      const missing = keys.filter((key) => still.some(({ alg }) => alg === key.alg));
      if (missing.length > 0) await insert(missing, queries);
      return missing.length > 0;
    });
  }

  return {
    readable,
    add,
    replaceAll,

    /** Creates and deletes keys by the schedule. */
    async applySchedule(): Promise<void> {
      const { wanted, expired } = scheduleOf(await readable(), signingAlgs, now());
      if (wanted.length > 0 && (await createWanted(wanted)))
        logSecurityEvent(log, 'keys.rotated', { how: 'by-schedule' });
      const kids = expired.map(({ kid }) => kid);
      if (kids.length > 0) await db.deleteFrom('oidc_keys').where('kid', 'in', kids).execute();
    },

    /** Returns the keys to publish, the signing ones first. */
    async published(): Promise<SigningKey[]> {
      return scheduleOf(await readable(), signingAlgs, now()).published;
    },
  };
}

export type KeyStore = ReturnType<typeof createKeyStore>;
