// `brama sessions`: lists where a user is signed in, or signs the user out everywhere. Sessions are in the database, so running servers
// refuse ended ones at once and notify the applications within seconds.

import { findUserId } from './api/find.ts';
import { printJson, printLines, timeText } from './api/print.ts';
import { type Api, type CommandContext, dataOf } from './api/refused.ts';
import { withApi } from './api/with-api.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';

type Arguments = Given<(typeof areas)['sessions']>;

type Session = {
  lastUsedAt: string;
  authenticatedAt: string;
  method: string;
  browser: string | null;
  system: string | null;
  sharedComputer: boolean;
};

function sessionLine(session: Session): string {
  const { lastUsedAt, authenticatedAt, method, browser, system, sharedComputer } = session;
  const names = [browser ?? 'unknown browser', system ?? 'unknown system'];
  const where = [...names, ...(sharedComputer ? ['shared computer'] : [])].join(', ');
  return `used ${timeText(lastUsedAt)}  since ${timeText(authenticatedAt)}  ${method}  ${where}`;
}

async function run(api: Api, given: Arguments): Promise<number> {
  const params = { path: { id: await findUserId(api, given.operands[0]) } };
  const open = await dataOf(api.GET('/api/admin/users/{id}/sessions', { params }));
  if (given.command === 'list') {
    if (given.options.json) printJson(open);
    else if (open.items.length === 0) console.log('The user is not signed in.');
    else printLines(open.items.map(sessionLine));
    return 0;
  }
  // also without an open session: it ends access of devices and unfinished sign-ins too
  await dataOf(api.DELETE('/api/admin/users/{id}/sessions', { params }));
  const { length } = open.items;
  console.log(`Ended ${length} ${length === 1 ? 'session' : 'sessions'}.`);
  return 0;
}

export function runSessions(args: readonly string[], context: CommandContext): Promise<number> {
  return withArguments(
    'sessions',
    args,
    (given) => given,
    (given) => withApi(context, given.options, (api) => run(api, given)),
  );
}
