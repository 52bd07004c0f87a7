// `npm run brama -- sessions`: lists where a user is signed in, or signs the user out everywhere. Sessions are in the
// database, so running servers refuse ended ones at once and notify the applications within seconds.

import { loginNameOf } from '@brama/contract/sign-in/login-name';
import type { Logger } from 'pino';
import { revokeUsers } from '../app/revoke-users.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/connect.ts';
import { lifetimesFrom } from '../sessions/session.ts';
import { listOpenSessions, type OpenSession } from '../sessions/store.ts';
import { UserStore } from '../users/store.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { inCommand, utcTime, withDatabase } from './run-command.ts';

const readArguments = ({ command, operands: [username] }: Given<(typeof areas)['sessions']>) => ({
  command,
  username,
});

function sessionLine(session: OpenSession): string {
  const { seenAt, verifiedAt, method, browser, system, isSharedComputer } = session;
  const names = [browser ?? 'unknown browser', system ?? 'unknown system'];
  const where = [...names, ...(isSharedComputer ? ['shared computer'] : [])].join(', ');
  return `used ${utcTime(seenAt)}  since ${utcTime(verifiedAt)}  ${method}  ${where}`;
}

/** Runs also without an open session: it ends access of devices and unfinished sign-ins too. */
async function endSessions(db: Database, userId: string, log: Logger): Promise<void> {
  await inCommand(db, log, async ({ queries, sessionsEnded }) => {
    const all = { users: [userId], scope: 'sign-ins', at: Date.now() } as const;
    await sessionsEnded(await revokeUsers(queries, all), 'by-administrator');
  });
}

export function runSessions(args: readonly string[], config: Config): Promise<number> {
  return withArguments('sessions', args, readArguments, ({ command, username }) =>
    withDatabase(config, [], async (db, log) => {
      const credentials = await new UserStore(db).findCredentials(loginNameOf(username));
      if (!credentials) {
        console.error(`There is no user ${username}.`);
        return 1;
      }
      const { userId } = credentials;
      const lifetimes = lifetimesFrom(config);
      const open = await listOpenSessions(db, { lifetimes, now: Date.now }, userId);
      if (command === 'end') {
        await endSessions(db, userId, log);
        console.log(`Ended ${open.length} ${open.length === 1 ? 'session' : 'sessions'}.`);
      } else console.log(open.map(sessionLine).join('\n') || 'The user is not signed in.');
      return 0;
    }),
  );
}
