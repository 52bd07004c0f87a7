// `npm run brama -- keys`: lists the signing keys of OpenID Connect, or makes new ones. A running server
// follows within a minute.

import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { describeKeys } from '../applications/oidc/keys/schedule.ts';
import { createKeyStore } from '../applications/oidc/keys/store.ts';
import type { Config } from '../config/config.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { loadKeys, prepareDataDir } from '../crypto/keys.ts';
import { commandLimits } from '../database/connect.ts';
import { openDatabase } from '../database/open.ts';
import { createLogger } from '../http/log.ts';

const usage = `usage: npm run brama -- keys list
       npm run brama -- keys rotate [--now]

  list    the keys there are, and what each is for
  rotate  makes a new key for every algorithm. It is published at once and signs two days later, when every
          application knows it; the one before stays known for thirty days
  --now   for a key that somebody else may have: the new keys sign at once, and all others are deleted. Nothing they
          have signed counts any more, neither what a thief signs nor ID tokens of ours, nor a request to sign out
          with one (id_token_hint). Applications that keep what they know of our keys refuse sign-ins until they
          ask again; whoever is signed in stays so, and access and refresh tokens, which nobody signs, go on`;

type Arguments = { command: 'list' | 'rotate'; now: boolean };

/** Nothing when the command line is not understood. */
function readArguments(args: readonly string[]): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { now: { type: 'boolean', default: false } },
    });
    const [command, ...rest] = positionals;
    if (rest.length > 0 || (command !== 'list' && command !== 'rotate')) return undefined;
    return command === 'list' && values.now ? undefined : { command, now: values.now };
  } catch {
    return undefined;
  }
}

/** Exit codes: 0 done, 2 not understood. */
export async function runKeys(args: readonly string[], config: Config): Promise<number> {
  const wanted = readArguments(args);
  if (!wanted) {
    console.error(usage);
    return 2;
  }
  if (!config.databaseUrl || !config.dataKey) prepareDataDir(config.dataDir);
  // standard output is for the answer alone
  const log = createLogger(config.logLevel, pino.destination(2));
  const db = await openDatabase(config, log, commandLimits);
  try {
    const encryption = createEncryption(loadKeys(config).data);
    const store = createKeyStore(db, { now: Date.now, encryption, log });
    if (wanted.command === 'rotate') await (wanted.now ? store.replace() : store.rotate());
    const lines = describeKeys(await store.readable(), Date.now());
    console.log(
      lines.length > 0 ? lines.join('\n') : 'There are no keys yet: the first request makes them.',
    );
    return 0;
  } finally {
    await db.destroy();
  }
}
