// `brama users`: issues a temporary access code, or removes all factors of a user; `users-by-api.ts` has the others. Running servers use
// the same database, so that a code works at once.

import type { Outcome } from '@brama/contract/admin/user-access/approvals';
import { loginNameOf } from '@brama/contract/sign-in/login-name';
import type { Logger } from 'pino';
import { type Action, runAction } from '../admin/approvals/run-action.ts';
import type { FullConfig } from '../app/config.ts';
import { revokeUsers } from '../app/revoke-users.ts';
import { loadKeys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import { type Factors, listFactors } from '../directory/factors/list-factors.ts';
import type { Change } from '../events/change.ts';
import { SecondaryEmails } from '../factors/secondary-emails.ts';
import { createRecoveryStores } from '../recovery/compose.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { UserStore } from '../users/store.ts';
import type { CommandContext } from './api/refused.ts';
import { withApi } from './api/with-api.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { openSite } from './open-site.ts';
import { inCommand, utcTime, withDatabase } from './run-command.ts';
import { createUserEmails, type OpenSite, type UserEmails } from './user-emails.ts';
import { type ByApi, runByApi } from './users-by-api.ts';

const maxTextLength = 200;

type Explanation = { issuedBy: string; reason: string };
type Arguments = { username: string } & (
  | ({ command: 'reset' } & Explanation)
  | ({ command: 'access-code'; hours: number } & Explanation)
);

function textOf(option: string, given: string): string {
  const text = given.trim();
  if (text !== '' && text.length <= maxTextLength) return text;
  throw new UsageError(`${option}: must be a text of at most ${maxTextLength} characters`);
}

/** @throws {UsageError} */
function readArguments(given: Given<(typeof areas)['users']>): Arguments | ByApi {
  if (given.command !== 'access-code' && given.command !== 'reset') return given;
  const [username] = given.operands;
  const explanation = {
    issuedBy: textOf('--issued-by', given.options['issued-by']),
    reason: textOf('--reason', given.options.reason),
  };
  if (given.command === 'reset') return { command: 'reset', username, ...explanation };
  return { command: 'access-code', username, hours: given.options.hours ?? 24, ...explanation };
}

type Ended = Parameters<Change['sessionsEnded']>;

type Context = {
  db: Database;
  log: Logger;
  config: FullConfig;
  userId: string;
};

/** Runs an action of the administration API. */
function act(
  { db, log, config, userId }: Context,
  { notifyUser }: UserEmails,
  action: Pick<Action, 'action' | 'issuedBy' | 'reason' | 'hours'>,
): Promise<Outcome> {
  const { accessCodes } = createRecoveryStores(db, loadKeys(config), Date.now);
  const deps = { accessCodes, revokeUsers, now: Date.now };
  const run = ({ queries, record, sessionsEnded }: Change) => {
    // without a session there is no event of ended ones here
    const call = {
      queries,
      record,
      sessionsEnded: (...[ended, reason]: Ended) => sessionsEnded(ended, reason),
    };
    return runAction(deps, call, { ...action, userId });
  };
  return inCommand(db, log, run, notifyUser);
}

async function issueCode(
  context: Context,
  emails: UserEmails,
  { issuedBy, reason, hours }: Explanation & { hours: number },
): Promise<void> {
  const outcome = await act(context, emails, {
    action: 'access-code.issue',
    issuedBy,
    reason,
    hours,
  });
  if (!('accessCode' in outcome)) throw new Error('no access code');
  const { code, expiresAt } = outcome.accessCode;
  console.log(`${code}\nvalid until ${utcTime(Date.parse(expiresAt))}`);
}

async function factorsOf({ config, db, userId }: Context): Promise<Factors> {
  const secondaryEmails = new SecondaryEmails(db, Date.now);
  const enabledMethods = methodsOn(config);
  const factors = await listFactors({ db, secondaryEmails, enabledMethods, now: Date.now }, userId);
  if (!factors) throw new Error('the user was deleted just now');
  return factors;
}

async function reset(
  context: Context,
  emails: UserEmails,
  { issuedBy, reason }: Explanation,
): Promise<void> {
  const outcome = await act(context, emails, {
    action: 'factors.reset',
    issuedBy,
    reason,
    hours: null,
  });
  const ended = 'sessionsEnded' in outcome ? outcome.sessionsEnded : 0;
  const { methods } = await factorsOf(context);
  const left = methods.join(', ') || 'nothing: issue an access code';
  console.log(`Removed. Sessions ended: ${ended}. The user signs in with: ${left}`);
}

async function run(context: Context, given: Arguments, open: OpenSite): Promise<void> {
  const emails = createUserEmails(context, open);
  try {
    if (given.command === 'reset') await reset(context, emails, given);
    else await issueCode(context, emails, given);
  } finally {
    await emails.finish();
  }
}

function runOnDatabase(
  given: Arguments,
  { config: readConfig, open = openSite }: CommandContext,
): Promise<number> {
  const config = readConfig();
  return withDatabase(config, ['dataKey'], async (db, log) => {
    const credentials = await new UserStore(db).findCredentials(loginNameOf(given.username));
    if (!credentials) {
      console.error(`There is no user ${given.username}.`);
      return 1;
    }
    if (credentials.disabled && given.command === 'access-code') {
      console.error(`The user ${given.username} is disabled; enable the user first.`);
      return 1;
    }
    const { userId } = credentials;
    await run({ db, log, config, userId }, given, open);
    return 0;
  });
}

export function runUsers(args: readonly string[], context: CommandContext): Promise<number> {
  return withArguments('users', args, readArguments, (given) =>
    given.command === 'reset' || given.command === 'access-code'
      ? runOnDatabase(given, context)
      : withApi(context, given.options, (api) => runByApi(api, given)),
  );
}
