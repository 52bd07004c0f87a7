// `npm run brama -- registrations`: issues a token for one self-registration, lists self-registered applications,
// removes one.

import { parseArgs } from 'node:util';
import { normalizeAppId } from '@brama/contract/app-id';
import type { Logger } from 'pino';
import { Registrations } from '../applications/oidc/clients/registrations.ts';
import { createApplicationStore } from '../applications/store.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/connect.ts';
import {
  inCommand,
  refuseMore,
  UsageError,
  unknownCommand,
  utcTime,
  withArguments,
  withDatabase,
} from './run-command.ts';

const usage = `usage: npm run brama -- registrations token [--hours N] [--group NAME]…
       npm run brama -- registrations list
       npm run brama -- registrations remove CLIENT_ID

  token   prints a token with which one application can register itself (OIDC_REGISTRATION=1). It is valid for
          one day, or --hours. With --group only users of these groups may use the application; without it
          every user may. Each user is asked for consent
  list    prints the self-registered applications and when they registered, the newest first
  remove  removes one for good: users cannot sign in to it any more, and its tokens are revoked`;

const maxHours = 24 * 30;

type TokenRequest = { hours: number; groups: string[] | null };
type Arguments =
  | ({ command: 'token' } & TokenRequest)
  | { command: 'list' }
  | { command: 'remove'; clientId: string };

type Parts = { db: Database; log: Logger; registrations: Registrations };
type Context = { config: Config; log: Logger };

function parseHours(text: string): number {
  const hours = Number(text);
  if (Number.isInteger(hours) && hours >= 1 && hours <= maxHours) return hours;
  throw new UsageError(`--hours: must be a whole number from 1 to ${maxHours} (it is ${text})`);
}

function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      hours: { type: 'string', default: '24' },
      group: { type: 'string', multiple: true },
    },
  });
  const [command, clientId, ...rest] = positionals;
  if (command === 'remove') {
    if (clientId === undefined) throw new UsageError('CLIENT_ID is missing');
    refuseMore(rest);
    return { command, clientId };
  }
  if (command !== 'list' && command !== 'token') throw unknownCommand('registrations', command);
  refuseMore(positionals.slice(1));
  if (command === 'list') return { command };
  return { command, hours: parseHours(values.hours), groups: values.group ?? null };
}

async function printToken(
  { db, log, registrations }: Parts,
  { hours, groups }: TokenRequest,
): Promise<boolean> {
  const { unknown, token } = await inCommand(db, log, async ({ queries, record }) => {
    const unknown = await registrations.findUnknownGroups(queries, groups ?? []);
    if (unknown.length > 0) return { unknown };
    const ttlSeconds = hours * 3600;
    const until = new Date(Date.now() + ttlSeconds * 1000).toISOString();
    const details = { until, ...(groups && { groups }) };
    await record({ type: 'registration.permitted', details });
    const { token } = await registrations.issue({ groups, ttlSeconds }, queries);
    return { unknown, token };
  });
  if (token === undefined) {
    console.error(`There is no group ${unknown.join(', ')}. Add it to a manifest first.`);
    return false;
  }
  console.log(token);
  return true;
}

async function printList(registrations: Registrations) {
  const lines = (await registrations.list()).map(
    ({ application: { id, title }, registeredAt }) =>
      `${id}  registered ${utcTime(registeredAt)}  ${title.en}`,
  );
  console.log(lines.join('\n') || 'No application has registered itself.');
}

async function removeOne({ db, log, registrations }: Parts, clientId: string) {
  const client = normalizeAppId(clientId);
  const isRemoved = await inCommand(db, log, async ({ queries, record }) => {
    if (!(await registrations.removeWithin(queries, clientId))) return false;
    await record({ type: 'registration.removed', applicationId: client, client });
    return true;
  });
  if (!isRemoved) {
    console.error('No application has registered itself under this id.');
    return 1;
  }
  console.log(`Removed ${clientId}.`);
  return 0;
}

async function run(db: Database, given: Arguments, { config, log }: Context): Promise<number> {
  const applications = createApplicationStore(db, Date.now);
  const registrations = new Registrations({ db, applications, now: Date.now });
  const parts = { db, log, registrations };
  if (given.command === 'remove') return removeOne(parts, given.clientId);
  if (given.command === 'list') {
    await printList(registrations);
    return 0;
  }
  if (!(await printToken(parts, given))) return 1;
  // this command can run with other settings than the server
  if (!config.oidcRegistration)
    console.error('OIDC_REGISTRATION is not 1 here: servers without it refuse the token.');
  return 0;
}

export function runRegistrations(args: readonly string[], config: Config): Promise<number> {
  return withArguments(usage, args, readArguments, (given) =>
    withDatabase(config, [], (db, log) => run(db, given, { config, log })),
  );
}
