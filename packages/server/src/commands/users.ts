// `npm run brama -- users`: shows how a user can sign in, issues a temporary access code, or removes all factors of a user. Running
// servers use the same database, so that a code works at once.

import { parseArgs } from 'node:util';
import type { AccountNotice } from '@brama/contract/events/event-table';
import { loginNameOf } from '@brama/contract/sign-in/login-name';
import type { Logger } from 'pino';
import type { FullConfig } from '../app/config.ts';
import { revokeUsers } from '../app/revoke-users.ts';
import { loadKeys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import { type Factors, listFactors } from '../directory/factors/list-factors.ts';
import { EventStore } from '../events/store.ts';
import { resetFactors } from '../factors/remove-factors.ts';
import { SecondaryEmails } from '../factors/secondary-emails.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { createMailer } from '../mail/mailer.ts';
import { createAccountNotices } from '../pages/emails/account-notices.ts';
import type { Site } from '../pages/web-build.ts';
import { createRecoveryStores } from '../recovery/compose.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { UserStore } from '../users/store.ts';
import { openSite } from './open-site.ts';
import {
  inCommand,
  refuseMore,
  refuseOptions,
  UsageError,
  unknownCommand,
  utcTime,
  withArguments,
  withDatabase,
} from './run-command.ts';

const usage = `usage: npm run brama -- users factors USERNAME
       npm run brama -- users access-code USERNAME --issued-by NAME --reason TEXT [--hours N]
       npm run brama -- users reset USERNAME --issued-by NAME --reason TEXT

  factors       prints how the user can sign in: methods, passkeys, second factors, remembered browsers, recovery
  access-code   prints a temporary access code, once. With it the user chooses a new password or adds a passkey at
                /recovery. Check in person who the user is. The user gets an email. The code works once, for 24 hours or N
                (at most 168); it replaces the previous one
  reset         removes the passkeys, the authenticator app, the recovery codes and the remembered browsers, and ends all
                sessions. The password stays. The user gets an email

The events of the user keep who did it (NAME) and why (TEXT).`;

const hourMs = 3_600_000;
const maxHours = 168;
const maxTextLength = 200;

type Explanation = { issuedBy: string; reason: string };
type Arguments = { username: string } & (
  | { command: 'factors' }
  | ({ command: 'reset' } & Explanation)
  | ({ command: 'access-code'; ttlMs: number } & Explanation)
);

function textOf(option: string, given: string | undefined): string {
  const text = given?.trim() ?? '';
  if (text !== '' && text.length <= maxTextLength) return text;
  throw new UsageError(`${option}: must be a text of at most ${maxTextLength} characters`);
}

type Options = { 'issued-by'?: string; reason?: string; hours?: string };

const explanationOf = ({ 'issued-by': issuedBy, reason }: Options): Explanation => ({
  issuedBy: textOf('--issued-by', issuedBy),
  reason: textOf('--reason', reason),
});

/** Returns how many milliseconds a code lasts. */
function lifetimeOf({ hours = '24' }: Options): number {
  const count = /^\d{1,3}$/.test(hours) ? Number(hours) : 0;
  if (count >= 1 && count <= maxHours) return count * hourMs;
  throw new UsageError(`--hours: must be a whole number from 1 to ${maxHours} (it is ${hours})`);
}

/** @throws {UsageError} */
function readArguments(args: readonly string[]): Arguments {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'issued-by': text, reason: text, hours: text },
  });
  const [command, username, ...rest] = positionals;
  if (command !== 'factors' && command !== 'reset' && command !== 'access-code')
    throw unknownCommand('users', command);
  if (!username) throw new UsageError('USERNAME is missing');
  refuseMore(rest);
  if (command === 'factors') {
    refuseOptions(values, 'users factors');
    return { command, username };
  }
  const explanation = explanationOf(values);
  if (command === 'access-code')
    return { command, username, ttlMs: lifetimeOf(values), ...explanation };
  if (values.hours !== undefined) throw new UsageError('--hours: is not an option of users reset');
  return { command, username, ...explanation };
}

type Context = {
  db: Database;
  log: Logger;
  config: FullConfig;
  userId: string;
};

type Notify = (notice: AccountNotice) => Promise<void>;

/** Returns the function that sends an email to the user and waits until the mail server has it. Opens all that it needs. */
function createNotify({ db, log, config, userId }: Context, open: typeof openSite): Notify {
  const { mail: settings } = config;
  if (!settings) return async () => undefined;
  const site = open(config);
  return async (notice) => {
    const mailer = createMailer({ settings, log, show: console.error });
    const jobQueue = createJobQueue(log, async () => undefined);
    const { notifyUser } = createAccountNotices({
      site,
      baseUrl: config.baseUrl,
      now: Date.now,
      mail: { mailer, jobQueue },
      users: new UserStore(db),
      events: new EventStore(db, Date.now),
      // only emails about new browsers are limited
      limits: { take: async () => 0 },
    });
    notifyUser(notice, { userId, language: 'uk' });
    await jobQueue.stop();
    mailer.close();
  };
}

async function issueCode(
  { db, log, config, userId }: Context,
  notify: Notify,
  { issuedBy, reason, ttlMs }: Explanation & { ttlMs: number },
): Promise<void> {
  const { accessCodes } = createRecoveryStores(db, loadKeys(config), Date.now);
  const code = await inCommand(db, log, async ({ queries, record }) => {
    await record({ type: 'access-code.issued', userId, details: { issuedBy, reason } });
    return accessCodes.issue(queries, { userId, issuedBy, reason, ttlMs });
  });
  console.log(`${code}\nvalid until ${utcTime(Date.now() + ttlMs)}`);
  await notify('access-code-issued');
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
  notify: Notify,
  { issuedBy, reason }: Explanation,
): Promise<void> {
  const { db, log, userId } = context;
  const ended = await inCommand(db, log, async ({ queries, record, sessionsEnded }) => {
    const sessions = await resetFactors(queries, revokeUsers, { userId, at: Date.now() });
    await record({ type: 'factors.reset', userId, details: { issuedBy, reason } });
    await sessionsEnded(sessions, 'by-administrator');
    return sessions;
  });
  const { methods } = await factorsOf(context);
  const left = methods.join(', ') || 'nothing: issue an access code';
  console.log(`Removed. Sessions ended: ${ended.length}. The user signs in with: ${left}`);
  await notify('factors-reset');
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
  const notify = createNotify(context, open);
  if (given.command === 'reset') return reset(context, notify, given);
  return issueCode(context, notify, given);
}

/** `open` opens the web application, which has the words of emails. */
export function runUsers(
  args: readonly string[],
  config: FullConfig,
  open: (config: FullConfig) => Site = openSite,
): Promise<number> {
  return withArguments(usage, args, readArguments, (given) =>
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
