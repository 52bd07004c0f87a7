// `npm run brama -- keys`: lists the signing keys of OpenID Connect, or creates new ones. Running servers use them
// within a minute.

import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { describeKeys } from '../applications/oidc/keys/schedule.ts';
import { createKeyStore, type KeyStore } from '../applications/oidc/keys/store.ts';
import { logSecurityEvent } from '../audit/security-events.ts';
import type { Config } from '../config/config.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { loadKeys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import { EventStore } from '../events/store.ts';
import { withArguments, withDatabase } from './run-command.ts';

const usage = `usage: npm run brama -- keys list
       npm run brama -- keys rotate [--now]

  list    prints the existing keys and what each is for
  rotate  creates a new key for every algorithm. It is published at once and signs after two days, when every
          application has read it; the previous key stays valid for thirty days. While such keys wait, it creates
          no others and exits with 1
  --now   for a key that may have leaked: the new keys sign at once, and all others are deleted. Nothing that the
          old keys signed is accepted any more: ID tokens, and sign-out requests with one (id_token_hint).
          Applications that cache our keys refuse sign-ins until they read them again. Users stay signed in;
          access and refresh tokens are not signed and stay valid`;

type Arguments = { command: 'list' | 'rotate'; now: boolean };

function readArguments(args: readonly string[]): Arguments | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { now: { type: 'boolean', default: false } },
  });
  const [command, ...rest] = positionals;
  if (rest.length > 0 || (command !== 'list' && command !== 'rotate')) return undefined;
  return command === 'list' && values.now ? undefined : { command, now: values.now };
}

/** Returns false if nothing has changed, because the next keys wait already. */
async function rotate(
  db: Database,
  log: Logger,
  store: KeyStore,
  atOnce: boolean,
): Promise<boolean> {
  const events = new EventStore(db, Date.now);
  const how = atOnce ? 'at-once' : 'by-command';
  const isRotated = await db.transaction().execute(async (queries) => {
    if (atOnce) await store.replaceAll(queries);
    else if (!(await store.add(queries))) return false;
    await events.record(queries, {
      type: 'keys.rotated',
      actor: 'administrator',
      details: { how },
    });
    return true;
  });
  if (isRotated) logSecurityEvent(log, 'keys.rotated', { how }, atOnce ? 'warn' : undefined);
  else console.error('The next keys wait already: nothing has changed.');
  return isRotated;
}

export function runKeys(args: readonly string[], config: Config): Promise<number> {
  return withArguments(
    usage,
    () => readArguments(args),
    ({ command, now }) =>
      withDatabase(config, ['dataKey'], async (db, log) => {
        const encryption = createEncryption(loadKeys(config).data);
        const store = createKeyStore(db, { now: Date.now, encryption, log });
        const isDone = command === 'list' || (await rotate(db, log, store, now));
        const lines = describeKeys(await store.readable(), Date.now());
        const none = 'There are no keys yet: the first request creates them.';
        console.log(lines.length > 0 ? lines.join('\n') : none);
        return isDone ? 0 : 1;
      }),
  );
}
