// The signing keys, in the database so that all nodes have the same, each encrypted under DATA_KEY.

import { generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { Encryption } from '../../../crypto/encryption.ts';
import { newSecret } from '../../../crypto/secrets.ts';
import type { Database, Queries } from '../../../database/connect.ts';
import { signingAlgs } from '../clients/client-metadata.ts';
import { type KeyTimes, publishedAheadMs, scheduleOf } from './schedule.ts';

export type SigningKey = KeyTimes & { jwk: JsonWebKey };

type Alg = (typeof signingAlgs)[number];
const generate = promisify(generateKeyPair);

const makers: Record<Alg, () => Promise<{ privateKey: CryptoKeyLike }>> = {
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
  RS256: () => generate('rsa', { modulusLength: 2048 }),
  EdDSA: () => generate('ed25519'),
};
type CryptoKeyLike = { export(options: { format: 'jwk' }): JsonWebKey };

const contextOf = (kid: string) => `signing key ${kid}`;

type Deps = {
  now: () => number;
  encryption: Encryption;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

export function createKeyStore(db: Database, { now, encryption, log }: Deps) {
  async function make(alg: string, signsFrom: number) {
    const { privateKey } = await makers[alg as Alg]();
    const kid = newSecret().slice(0, 22);
    const text = JSON.stringify(privateKey.export({ format: 'jwk' }));
    const encrypted_private_key = encryption.encrypt(text, contextOf(kid));
    return { kid, alg, encrypted_private_key, created_at: now(), signs_from: signsFrom };
  }

  const put = (keys: Awaited<ReturnType<typeof make>>[], queries: Queries = db) =>
    queries.insertInto('oidc_keys').values(keys).execute();

  /** Those that can be opened: after a change of DATA_KEY none of before can, and new ones are made. */
  async function readable(): Promise<SigningKey[]> {
    const rows = await db.selectFrom('oidc_keys').selectAll().execute();
    return rows.flatMap(({ kid, alg, created_at, signs_from, encrypted_private_key }) => {
      const text = encryption.decrypt(encrypted_private_key, contextOf(kid));
      if (text === undefined) return [];
      const jwk = { ...JSON.parse(text), kid, alg, use: 'sig' };
      return [{ kid, alg, createdAt: created_at, signsFrom: signs_from, jwk }];
    });
  }

  return {
    readable,

    /** Makes and removes what the schedule asks for. Two nodes at once may make two: one signs, both are known. */
    async tend(): Promise<void> {
      const { wanted, over } = scheduleOf(await readable(), signingAlgs, now());
      for (const { alg, signsFrom } of wanted) await put([await make(alg, signsFrom)]);
      if (wanted.length > 0) logSecurityEvent(log, 'keys.rotated', { how: 'by-schedule' });
      const kids = over.map(({ kid }) => kid);
      if (kids.length > 0) await db.deleteFrom('oidc_keys').where('kid', 'in', kids).execute();
    },

    /** The keys to publish, those that sign first; changes whenever a key comes, begins to sign or goes. */
    async published(): Promise<SigningKey[]> {
      return scheduleOf(await readable(), signingAlgs, now()).published;
    },

    /** New keys for every algorithm: published at once, signing when everybody knows them. */
    async rotate(): Promise<void> {
      const signsFrom = now() + publishedAheadMs;
      await put(await Promise.all(signingAlgs.map((alg) => make(alg, signsFrom))));
      logSecurityEvent(log, 'keys.rotated', { how: 'by-command' });
    },

    /**
     * New keys that sign at once, and no others: whoever has taken the old ones signs for nobody any more. Those
     * that were to sign next go too, for they lay beside them.
     */
    async replace(): Promise<void> {
      const keys = await Promise.all(signingAlgs.map((alg) => make(alg, now())));
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('oidc_keys').execute();
        await put(keys, transaction);
      });
      logSecurityEvent(log, 'keys.rotated', { how: 'at-once' }, 'warn');
    },
  };
}

export type KeyStore = ReturnType<typeof createKeyStore>;
