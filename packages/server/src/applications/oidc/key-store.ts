// The signing keys, in the database so that all nodes have the same, each encrypted under DATA_KEY.

import { generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '../../database/connect.ts';
import type { Sealing } from '../../sealing.ts';
import { newSecret } from '../../secrets.ts';
import { type KeyTimes, publishedAheadMs, scheduleOf } from './key-schedule.ts';
import { signingAlgs } from './settings.ts';

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

type Needs = { now: () => number; sealing: Sealing };

export function createKeyStore(db: Database, { now, sealing }: Needs) {
  async function make(alg: string, signsFrom: number): Promise<void> {
    const { privateKey } = await makers[alg as Alg]();
    const kid = newSecret().slice(0, 22);
    await db
      .insertInto('oidc_keys')
      .values({
        kid,
        alg,
        sealed_private_key: sealing.seal(
          JSON.stringify(privateKey.export({ format: 'jwk' })),
          contextOf(kid),
        ),
        created_at: now(),
        signs_from: signsFrom,
      })
      .execute();
  }

  /** Those that can be opened: after a change of DATA_KEY none of before can, and new ones are made. */
  async function readable(): Promise<SigningKey[]> {
    const rows = await db.selectFrom('oidc_keys').selectAll().execute();
    return rows.flatMap(({ kid, alg, created_at, signs_from, sealed_private_key }) => {
      const text = sealing.open(sealed_private_key, contextOf(kid));
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
      for (const { alg, signsFrom } of wanted) await make(alg, signsFrom);
      const kids = over.map(({ kid }) => kid);
      if (kids.length > 0) await db.deleteFrom('oidc_keys').where('kid', 'in', kids).execute();
    },

    /** The keys to publish, those that sign first; changes whenever a key comes, begins to sign or goes. */
    async published(): Promise<SigningKey[]> {
      return scheduleOf(await readable(), signingAlgs, now()).published;
    },

    /** New keys for every algorithm: published at once, signing when everybody knows them, or `atOnce`. */
    async rotate(atOnce: boolean): Promise<void> {
      const signsFrom = now() + (atOnce ? 0 : publishedAheadMs);
      for (const alg of signingAlgs) await make(alg, signsFrom);
    },
  };
}

export type KeyStore = ReturnType<typeof createKeyStore>;
