// `brama doctor`: checks the installation and prints what is wrong, each with its remedy. Works with invalid settings and
// without a database. With --server another server checks itself.

import { emailKey } from '@brama/contract/sign-in/login-name';
import type { InspectedConfig } from '../app/config.ts';
import { openToLook } from '../database/open.ts';
import { found } from '../doctor/check.ts';
import { type Finding, findingOf, runChecks } from '../doctor/run-checks.ts';
import { isAddress } from '../mail/email.ts';
import { createMailer } from '../mail/mailer.ts';
import type { EmailSite } from '../pages/emails/compose-email.ts';
import { createTestEmail } from '../pages/emails/test-email.ts';
import { printJson } from './api/print.ts';
import { type Api, type CommandContext, dataOf, Refused } from './api/refused.ts';
import { type RemoteValues, withApi } from './api/with-api.ts';
import { exitCodeOf, printFindings } from './doctor/print-findings.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';

type Arguments = { json: boolean; sendTo: string | undefined; remote: RemoteValues };

function checkArguments({ options }: Given<(typeof areas)['doctor']>): Arguments {
  const { json, 'send-to': sendTo, ...remote } = options;
  if (sendTo !== undefined && !isAddress(sendTo))
    throw new UsageError(`--send-to: is not an email address: ${sendTo}`);
  return { json, sendTo, remote };
}

export type DoctorCommandDeps = {
  inspect(): InspectedConfig;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** @throws if the web application is not built. */
  openSite(config: InspectedConfig['config']): EmailSite;
  context: CommandContext;
};

/** Returns the texts of emails; undefined if the web application, which has them, is not built. */
function siteFor(
  config: InspectedConfig['config'],
  openSite: DoctorCommandDeps['openSite'],
): EmailSite | undefined {
  try {
    return openSite(config);
  } catch {
    return undefined;
  }
}

/** The demo prints it. */
async function sendTestEmail(
  { config, isValid }: InspectedConfig,
  openSite: DoctorCommandDeps['openSite'],
  address: string,
): Promise<Finding> {
  const settings = isValid('SMTP_URL') && isValid('MAIL_FROM') ? config.mail : undefined;
  if (!settings) return findingOf('mail', found('mail-not-sent', { code: 'off' }), 'en');
  const site = siteFor(config, openSite);
  if (!site) return findingOf('mail', found('mail-not-composed', {}), 'en');
  const email = createTestEmail({ site, baseUrl: config.baseUrl }, address, 'en', Date.now());
  const log = { info: () => undefined, warn: () => undefined };
  const mailer = createMailer({ settings, log, show: console.error });
  const code = await mailer.send(email);
  mailer.close();
  const result =
    code === undefined ? found('mail-sent', { address }) : found('mail-not-sent', { code });
  return findingOf('mail', result, 'en');
}

/** The server sends a test email only to the user of the token. @throws {Refused} for another address, before anything is sent. */
async function checkOwnAddress(api: Api, address: string): Promise<void> {
  const { id } = await dataOf(api.GET('/api/admin/me'));
  const { email } = await dataOf(api.GET('/api/admin/users/{id}', { params: { path: { id } } }));
  if (email === null || emailKey(email) !== emailKey(address))
    throw new Refused(
      `--send-to: with --server the test email goes only to the user of the token, whose address is not ${address}. Nothing was sent.`,
    );
}

/** Lets another server check itself. */
async function findingsOf(api: Api, sendTo: string | undefined): Promise<Finding[]> {
  if (sendTo !== undefined) await checkOwnAddress(api, sendTo);
  const { items } = await dataOf(api.GET('/api/admin/doctor'));
  if (sendTo === undefined) return items;
  return [...items, await dataOf(api.POST('/api/admin/doctor/email', { body: {} }))];
}

/** Checks the installation of this machine. */
async function ownFindings(
  { inspect, fetch, openSite }: DoctorCommandDeps,
  sendTo: string | undefined,
): Promise<Finding[]> {
  const settings = inspect();
  const openDatabase = async () => {
    const db = await openToLook(settings.config);
    return { db, close: () => db.destroy() };
  };
  const findings = await runChecks({ settings, openDatabase, fetch, now: Date.now }, 'en');
  if (sendTo !== undefined) findings.push(await sendTestEmail(settings, openSite, sendTo));
  return findings;
}

function print(findings: readonly Finding[], json: boolean): number {
  if (json) printJson({ items: findings });
  else printFindings(findings);
  return exitCodeOf(findings);
}

export function runDoctor(args: readonly string[], deps: DoctorCommandDeps): Promise<number> {
  return withArguments('doctor', args, checkArguments, async ({ json, sendTo, remote }) =>
    remote.server === undefined
      ? print(await ownFindings(deps, sendTo), json)
      : withApi(deps.context, remote, async (api) => print(await findingsOf(api, sendTo), json)),
  );
}
