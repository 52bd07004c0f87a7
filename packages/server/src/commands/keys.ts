// `npm run brama -- keys`: lists the signing keys of OpenID Connect, or creates new ones. Running servers use them within a
// minute. Also compares TAX_ID_KEY and DATA_KEY with those of the database, and replaces them.

import type { Logger } from 'pino';
import { itemsOf, rotateKeys } from '../applications/keys/handlers.ts';
import { describeKeys } from '../applications/keys/schedule.ts';
import { createKeyStore } from '../applications/keys/store.ts';
import type { Config } from '../config/config.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { guardedKeys, type KeyName, keyStates } from '../crypto/key-states.ts';
import { findKeys, loadKeys } from '../crypto/keys.ts';
import type { Database, Queries } from '../database/connect.ts';
import { removeTaxIds, usersWithTaxId } from '../users/changes/remove-tax-ids.ts';
import { printJson, printList, timeText } from './api/print.ts';
import { type Api, type CommandContext, dataOf } from './api/refused.ts';
import { withApi } from './api/with-api.ts';
import { exitCodeOf, printFindings } from './doctor/print-findings.ts';
import { recordReplacement } from './guard-keys.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { inCommand, withDatabase } from './run-command.ts';

type Line = Given<(typeof areas)['keys']>;
type List = Pick<Extract<Line, { command: 'list' }>, 'command' | 'options'>;
type Check = Pick<Extract<Line, { command: 'check' }>, 'command' | 'options'>;
type OnSigningKeys = List | { command: 'rotate'; now: boolean };
type Arguments = OnSigningKeys | Check | { command: 'replace'; key: KeyName; isConfirmed: boolean };

const keyOf = (setting: string | undefined) =>
  (['taxId', 'data'] as const).find((name) => guardedKeys[name].setting === setting);

function readArguments(given: Line): Arguments {
  if (given.command === 'replace') {
    const key = keyOf(given.operands[0]);
    if (!key) throw new UsageError('keys replace: name TAX_ID_KEY or DATA_KEY');
    return { command: 'replace', key, isConfirmed: given.options.yes };
  }
  if (given.command === 'rotate') return { command: 'rotate', now: given.options.now };
  return given;
}

/** Prints the signing keys, after creating new ones for `rotate`. */
async function listOrRotate(
  db: Database,
  log: Logger,
  { config, given }: { config: Config; given: OnSigningKeys },
): Promise<number> {
  const encryption = createEncryption(loadKeys(config).data);
  const store = createKeyStore(db, { now: Date.now, encryption, log });
  const how = given.command === 'rotate' && given.now ? 'at-once' : 'by-command';
  const isDone =
    given.command === 'list' ||
    (await inCommand(db, log, (change) => rotateKeys(store, change, how)));
  if (!isDone) console.error('The next keys wait already: nothing has changed.');
  const keys = await store.readable();
  if (given.command === 'list' && given.options.json) {
    printJson({ items: itemsOf(keys, Date.now()) });
    return 0;
  }
  const lines = describeKeys(keys, Date.now());
  const none = 'There are no keys yet: the first request creates them.';
  console.log(lines.length > 0 ? lines.join('\n') : none);
  return isDone ? 0 : 1;
}

const stateTexts = {
  same: 'is the key of this database',
  other: 'is not the key of this database, which has the fingerprint',
  unrecorded: 'is not recorded yet: the next start of the server does it',
  missing: 'is not set here; the key of this database has the fingerprint',
  none: 'is neither set nor recorded',
};

async function check(db: Database, config: Config): Promise<number> {
  const states = await keyStates(db, config);
  for (const { setting, state, given, recorded } of states) {
    const shown = state === 'other' || state === 'missing' ? ` ${recorded}` : '';
    console.log(`${setting.padEnd(10)} ${(given ?? '-').padEnd(19)} ${stateTexts[state]}${shown}`);
  }
  return states.every(({ state }) => state === 'same' || state === 'unrecorded') ? 0 : 1;
}

async function count(queries: Queries, table: 'oidc_keys' | 'totp_factors'): Promise<number> {
  const { number } = await queries
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number | string>().as('number'))
    .executeTakeFirstOrThrow();
  return Number(number);
}

/** Returns what users lose when the key is replaced. */
async function lossesOf(db: Database, key: KeyName): Promise<string> {
  if (key === 'taxId') {
    const { length } = await usersWithTaxId(db);
    return `${length} users lose their tax number here, and with it the sign-in with Diia, until apply or the administration API sets it again.`;
  }
  const [signingKeys, apps] = [await count(db, 'oidc_keys'), await count(db, 'totp_factors')];
  return `${signingKeys} signing keys and ${apps} authenticator apps become useless, and so do all recovery codes. Their users need \`users reset\`. Applications with pairwise subjects receive another sub of each user. The tax numbers of open sessions cannot be read any more.`;
}

async function replace(
  db: Database,
  log: Logger,
  { config, key, isConfirmed }: { config: Config; key: KeyName; isConfirmed: boolean },
): Promise<number> {
  const { setting } = guardedKeys[key];
  const given = findKeys(config)[key];
  if (!given) {
    console.error(`${setting} is not set: set the new key.`);
    return 1;
  }
  const found = (await keyStates(db, config)).find((one) => one.setting === setting);
  if (found?.state === 'same') {
    console.log(`Nothing to do: ${setting} is the key of this database.`);
    return 0;
  }
  if (!isConfirmed) {
    console.error(
      `${await lossesOf(db, key)}\nNothing was changed. Stop all servers, then run it again with --yes.`,
    );
    return 1;
  }
  const at = Date.now();
  const users = await inCommand(db, log, async (change) => {
    await recordReplacement(change.queries, { name: key, key: given, at });
    const users = key === 'taxId' ? await removeTaxIds(change, at) : 0;
    await change.record({ type: 'keys.replaced', how: setting, users });
    return users;
  });
  const removed = key === 'taxId' ? ` Tax numbers removed: ${users}.` : '';
  console.log(`Replaced ${setting}.${removed} Start the servers with this key.`);
  return 0;
}

/** Lists the keys of another server. */
async function listByApi(api: Api, { options: { json } }: List): Promise<number> {
  return printList(await dataOf(api.GET('/api/admin/keys')), json, {
    algorithm: ({ alg }) => alg,
    key: ({ kid }) => kid,
    state: ({ state }) => state,
    'signs from': ({ signsFrom }) => timeText(signsFrom),
  });
}

/** Prints what another server finds about its keys, whose files only that server reads. */
async function checkByApi(api: Api): Promise<number> {
  const { items } = await dataOf(api.GET('/api/admin/doctor'));
  const findings = items.filter(({ check }) => check === 'keys');
  printFindings(findings);
  return exitCodeOf(findings);
}

/** Runs `keys list` and `keys check` on another server. */
const runRemote = (context: CommandContext, given: List | Check): Promise<number> =>
  withApi(context, given.options, (api) =>
    given.command === 'list' ? listByApi(api, given) : checkByApi(api),
  );

/** Returns the command if another server is to answer it. */
const remoteOf = (given: Arguments): List | Check | undefined =>
  'options' in given && given.options.server !== undefined ? given : undefined;

export function runKeys(args: readonly string[], context: CommandContext): Promise<number> {
  return withArguments('keys', args, readArguments, (given) => {
    const remote = remoteOf(given);
    if (remote) return runRemote(context, remote);
    const config = context.config();
    if (given.command === 'check') return withDatabase(config, [], (db) => check(db, config));
    if (given.command === 'replace')
      return withDatabase(config, [], (db, log) => replace(db, log, { config, ...given }));
    return withDatabase(config, ['dataKey'], (db, log) => listOrRotate(db, log, { config, given }));
  });
}
