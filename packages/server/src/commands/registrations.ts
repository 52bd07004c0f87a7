// `npm run brama -- registrations`: lets an application register itself, lists those that have, removes one.

import { parseArgs } from 'node:util';
import { pino } from 'pino';
import {
  createRegistrations,
  type Registrations,
} from '../applications/oidc/clients/registrations.ts';
import { createApplicationStore } from '../applications/store.ts';
import { logSecurityEvent } from '../audit/security-events.ts';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../crypto/keys.ts';
import { commandLimits, type Database } from '../database/connect.ts';
import { openDatabase } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { utcTime } from './utc-time.ts';

const usage = `usage: npm run brama -- registrations token [--hours N] [--group NAME]…
       npm run brama -- registrations list
       npm run brama -- registrations remove CLIENT_ID

  token   prints a token with which one application may register itself (OIDC_REGISTRATION=1), within a day
          unless --hours says otherwise. People of the groups named may use the application, everyone
          unless one is named; each of them is asked for consent
  list    the applications that have registered themselves and when, the newest first
  remove  ends one for good: nobody can sign in there with Brama any more, and its tokens are worth nothing`;

const mostHours = 24 * 30;

type Arguments =
  | { command: 'token'; hours: number; groups: string[] | null }
  | { command: 'list' }
  | { command: 'remove'; clientId: string };

function hoursFrom(text: string): number | undefined {
  const hours = Number(text);
  return Number.isInteger(hours) && hours >= 1 && hours <= mostHours ? hours : undefined;
}

/** Nothing when the command line is not understood. */
function readArguments(args: readonly string[]): Arguments | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      hours: { type: 'string', default: '24' },
      group: { type: 'string', multiple: true },
    },
  });
  const [command, subject, ...rest] = positionals;
  if (rest.length > 0) return undefined;
  if (command === 'remove')
    return subject === undefined ? undefined : { command, clientId: subject };
  if (subject !== undefined) return undefined;
  if (command === 'list') return { command };
  const hours = hoursFrom(values.hours);
  if (command !== 'token' || hours === undefined) return undefined;
  return { command, hours, groups: values.group ?? null };
}

function understood(args: readonly string[]): Arguments | undefined {
  try {
    return readArguments(args);
  } catch {
    return undefined;
  }
}

/** Those of the groups named that do not exist: nobody could open the application. */
async function unknownOf(db: Database, groups: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('groups').select('name').execute();
  return groups.filter((group) => rows.every(({ name }) => name !== group));
}

type Wish = { hours: number; groups: string[] | null };

async function giveToken(
  db: Database,
  registrations: Registrations,
  { hours, groups }: Wish,
  isOn: boolean,
): Promise<number> {
  const unknown = await unknownOf(db, groups ?? []);
  if (unknown.length > 0) {
    console.error(`There is no group ${unknown.join(', ')}.`);
    return 1;
  }
  console.log(await registrations.issue({ groups, ttlSeconds: hours * 3600 }));
  // this command may run under other settings than the server
  if (!isOn)
    console.error(
      'OIDC_REGISTRATION is not 1 here: nobody can register where the server lacks it.',
    );
  return 0;
}

/** Exit codes: 0 done, 1 not found, 2 not understood. */
export async function runRegistrations(args: readonly string[], config: Config): Promise<number> {
  const wanted = understood(args);
  if (!wanted) {
    console.error(usage);
    return 2;
  }
  if (!config.databaseUrl) prepareDataDir(config.dataDir);
  // standard output is for the answer alone
  const log = createLogger(config.logLevel, pino.destination(2));
  const db = await openDatabase(config, log, commandLimits);
  try {
    const applications = createApplicationStore(db, Date.now);
    const registrations = createRegistrations({ db, applications, now: Date.now });
    switch (wanted.command) {
      case 'token': {
        const code = await giveToken(db, registrations, wanted, config.oidcRegistration);
        if (code === 0) logSecurityEvent(log, 'registration.permitted', {});
        return code;
      }
      case 'list': {
        const lines = (await registrations.list()).map(
          ({ application: { id, title }, registeredAt }) =>
            `${id}  registered ${utcTime(registeredAt)}  ${title.en}`,
        );
        console.log(lines.length > 0 ? lines.join('\n') : 'No application has registered itself.');
        return 0;
      }
      case 'remove': {
        if (await registrations.remove(wanted.clientId)) {
          const client = wanted.clientId.toLowerCase();
          logSecurityEvent(log, 'registration.removed', { client });
          console.log(`Removed ${wanted.clientId}.`);
          return 0;
        }
        console.error('No application has registered itself under this id.');
        return 1;
      }
    }
  } finally {
    await db.destroy();
  }
}
