// `npm run brama -- sessions`: where somebody is signed in, and the end of it. The sessions are in the database, so
// running servers obey at once, and tell the applications within seconds.

import { type Logger, pino } from 'pino';
import { revokeUsers } from '../app/revoke-users.ts';
import { logSecurityEvent } from '../audit/security-events.ts';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../crypto/keys.ts';
import { commandLimits, type Database } from '../database/connect.ts';
import { openDatabase } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { createOpenSessions, type OpenSession } from '../sessions/open-sessions.ts';
import { createUserStore } from '../users/store.ts';
import { utcTime } from './utc-time.ts';

const usage = `usage: npm run brama -- sessions list USERNAME
       npm run brama -- sessions end USERNAME

  list    where somebody is signed in: when last used, since when, how, in which browser
  end     signs somebody out everywhere: browsers, applications and devices. Who knows the password, or has Diia
          or Google, signs in again: to shut somebody out set disabled in a manifest`;

const commands = ['list', 'end'] as const;

type Arguments = { command: (typeof commands)[number]; username: string };

/** Nothing when the command line is not understood. */
function readArguments([name, username, ...rest]: readonly string[]): Arguments | undefined {
  const command = commands.find((one) => one === name);
  if (!command || !username || username.startsWith('-') || rest.length > 0) return undefined;
  return { command, username };
}

function lineOf({ seenAt, verifiedAt, method, browser, system }: OpenSession): string {
  const where = [browser ?? 'unknown browser', system ?? 'unknown system'].join(', ');
  return `used ${utcTime(seenAt)}  since ${utcTime(verifiedAt)}  ${method}  ${where}`;
}

/** Also where no session is open: devices and sign-ins that are under way end with them. */
async function end(
  db: Database,
  { userId, open, log }: { userId: string; open: number; log: Logger },
) {
  const ended = await db.transaction().execute(async (transaction) => {
    return revokeUsers(transaction, { users: [userId], scope: 'sign-ins', at: Date.now() });
  });
  for (const { uid: session } of ended)
    logSecurityEvent(log, 'session.ended', { session, user: userId, reason: 'by-administrator' });
  return `Ended ${open} ${open === 1 ? 'session' : 'sessions'}.`;
}

async function answer(
  db: Database,
  { command, username }: Arguments,
  { config, log }: { config: Config; log: Logger },
) {
  const credentials = await createUserStore(db).findCredentials(username);
  if (!credentials) return undefined;
  const { userId } = credentials;
  const open = await createOpenSessions(db, {
    lifetimes: {
      idleSeconds: config.sessionIdleSeconds,
      absoluteSeconds: config.sessionAbsoluteSeconds,
    },
    now: Date.now,
  }).list(userId);
  if (command === 'end') return end(db, { userId, open: open.length, log });
  return open.length === 0 ? 'Signed in nowhere.' : open.map(lineOf).join('\n');
}

/** Exit codes: 0 done, 1 not found, 2 not understood. */
export async function runSessions(args: readonly string[], config: Config): Promise<number> {
  const wanted = readArguments(args);
  if (!wanted) {
    console.error(usage);
    return 2;
  }
  if (!config.databaseUrl) prepareDataDir(config.dataDir);
  // standard output is for the answer alone
  const log = createLogger(config.logLevel, pino.destination(2));
  const db = await openDatabase(config, log, commandLimits);
  try {
    const said = await answer(db, wanted, { config, log });
    if (said === undefined) {
      console.error('There is nobody with this username.');
      return 1;
    }
    console.log(said);
    return 0;
  } finally {
    await db.destroy();
  }
}
