// `npm run brama -- users`: shows how a user can sign in, issues a temporary access code, or removes all factors of a user. Running
// servers use the same database, so that a code works at once.

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
import type { NotifyUser } from '../events/notice.ts';
import { EventStore } from '../events/store.ts';
import { SecondaryEmails } from '../factors/secondary-emails.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { createMailer } from '../mail/mailer.ts';
import { createAccountNotices } from '../pages/emails/account-notices.ts';
import type { Site } from '../pages/web-build.ts';
import { createRecoveryStores } from '../recovery/compose.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { UserStore } from '../users/store.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { openSite } from './open-site.ts';
import { inCommand, utcTime, withDatabase } from './run-command.ts';

const maxTextLength = 200;

type Explanation = { issuedBy: string; reason: string };
type Arguments = { username: string } & (
  | { command: 'factors' }
  | ({ command: 'reset' } & Explanation)
  | ({ command: 'access-code'; hours: number } & Explanation)
);

function textOf(option: string, given: string): string {
  const text = given.trim();
  if (text !== '' && text.length <= maxTextLength) return text;
  throw new UsageError(`${option}: must be a text of at most ${maxTextLength} characters`);
}

/** @throws {UsageError} */
function readArguments(given: Given<(typeof areas)['users']>): Arguments {
  const [username] = given.operands;
  if (given.command === 'factors') return { command: 'factors', username };
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

/** Sends emails to users. `finish` waits until the mail server has them. */
type Emails = { notifyUser: NotifyUser; finish(): Promise<void> };

/** Opens all that emails need. */
function createEmails({ db, log, config }: Context, open: typeof openSite): Emails {
  const { mail: settings } = config;
  if (!settings) return { notifyUser: () => undefined, finish: async () => undefined };
  const mailer = createMailer({ settings, log, show: console.error });
  const jobQueue = createJobQueue(log, async () => undefined);
  const { notifyUser } = createAccountNotices({
    site: open(config),
    baseUrl: config.baseUrl,
    now: Date.now,
    mail: { mailer, jobQueue },
    users: new UserStore(db),
    events: new EventStore(db, Date.now),
    // only emails about new browsers are limited
    limits: { take: async () => 0 },
  });
  return {
    notifyUser,
    async finish() {
      await jobQueue.stop();
      mailer.close();
    },
  };
}

/** Runs an action of the administration API. */
function act(
  { db, log, config, userId }: Context,
  { notifyUser }: Emails,
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
  emails: Emails,
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
  emails: Emails,
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

const lastUse = (at: number | null) => (at === null ? 'never used' : `last used ${utcTime(at)}`);

function linesOf({ methods, passkeys, app, codesLeft, browsers, ...recovery }: Factors): string[] {
  const { secondaryEmail, accessCode } = recovery;
  return [
    `signs in with: ${methods.join(', ') || 'nothing'}`,
    ...passkeys.map(
      ({ name, createdAt, lastUsedAt }) =>
        `passkey: ${name || 'without a name'}, added ${utcTime(createdAt)}, ${lastUse(lastUsedAt)}`,
    ),
    app
      ? `authenticator app: added ${utcTime(app.createdAt)}, ${lastUse(app.lastUsedAt)}`
      : 'authenticator app: none',
    `recovery codes: ${codesLeft} left`,
    ...browsers.map(
      ({ browser, system, lastUsedAt }) =>
        `remembered browser: ${browser ?? 'unknown browser'}, ${system ?? 'unknown system'}, ${lastUse(lastUsedAt)}`,
    ),
    `secondary address: ${secondaryEmail}`,
    accessCode === undefined
      ? 'access code: none'
      : `access code: valid until ${utcTime(accessCode.expiresAt)}, issued by ${accessCode.issuedBy}`,
  ];
}

async function run(context: Context, given: Arguments, open: typeof openSite): Promise<void> {
  if (given.command === 'factors') {
    return console.log(linesOf(await factorsOf(context)).join('\n'));
  }
  const emails = createEmails(context, open);
  try {
    if (given.command === 'reset') await reset(context, emails, given);
    else await issueCode(context, emails, given);
  } finally {
    await emails.finish();
  }
}

/** `open` opens the web application, which has the words of emails. */
export function runUsers(
  args: readonly string[],
  config: FullConfig,
  open: (config: FullConfig) => Site = openSite,
): Promise<number> {
  return withArguments('users', args, readArguments, (given) =>
    withDatabase(config, ['dataKey'], async (db, log) => {
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
    }),
  );
}
