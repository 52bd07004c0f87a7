// `brama doctor`: checks the installation and prints what is wrong, each with its remedy. Works with invalid settings and
// without a database.

import type { InspectedConfig } from '../app/config.ts';
import { openToLook } from '../database/open.ts';
import { found } from '../doctor/check.ts';
import { type Finding, findingOf, runChecks } from '../doctor/run-checks.ts';
import { isAddress } from '../mail/email.ts';
import { createMailer } from '../mail/mailer.ts';
import type { EmailSite } from '../pages/emails/compose-email.ts';
import { createTestEmail } from '../pages/emails/test-email.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';

type Arguments = { json: boolean; sendTo: string | undefined };

function checkArguments({ options }: Given<(typeof areas)['doctor']>): Arguments {
  const { json, 'send-to': sendTo } = options;
  if (sendTo !== undefined && !isAddress(sendTo))
    throw new UsageError(`--send-to: is not an email address: ${sendTo}`);
  return { json, sendTo };
}

export type DoctorCommandDeps = {
  inspect(): InspectedConfig;
  fetch(url: string, init: RequestInit): Promise<Response>;
  openSite(config: InspectedConfig['config']): EmailSite;
};

/** The demo prints it. */
async function sendTestEmail(
  { config, isValid }: InspectedConfig,
  openSite: DoctorCommandDeps['openSite'],
  address: string,
): Promise<Finding> {
  const settings = isValid('SMTP_URL') && isValid('MAIL_FROM') ? config.mail : undefined;
  if (!settings) return findingOf('mail', found('mail-not-sent', { code: 'off' }), 'en');
  const email = createTestEmail(
    { site: openSite(config), baseUrl: config.baseUrl },
    address,
    'en',
    Date.now(),
  );
  const log = { info: () => undefined, warn: () => undefined };
  const mailer = createMailer({ settings, log, show: console.error });
  const code = await mailer.send(email);
  mailer.close();
  const result =
    code === undefined ? found('mail-sent', { address }) : found('mail-not-sent', { code });
  return findingOf('mail', result, 'en');
}

const marks = { fine: 'fine   ', warning: 'WARNING', error: 'ERROR  ' } as const;

function print(findings: readonly Finding[]): void {
  for (const { check, level, text, remedy } of findings) {
    console.log(`${marks[level]}  ${check.padEnd(11)}  ${text}`);
    if (remedy !== null) console.log(`${' '.repeat(22)}→ ${remedy}`);
  }
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  console.log(`\nErrors: ${count('error')}. Warnings: ${count('warning')}.`);
}

export function runDoctor(args: readonly string[], deps: DoctorCommandDeps): Promise<number> {
  return withArguments('doctor', args, checkArguments, async ({ json, sendTo }) => {
    const { inspect, fetch, openSite } = deps;
    const settings = inspect();
    const openDatabase = async () => {
      const db = await openToLook(settings.config);
      return { db, close: () => db.destroy() };
    };
    const findings = await runChecks({ settings, openDatabase, fetch, now: Date.now }, 'en');
    if (sendTo !== undefined) findings.push(await sendTestEmail(settings, openSite, sendTo));
    if (json) console.log(JSON.stringify({ items: findings }, null, 2));
    else print(findings);
    return findings.some(({ level }) => level === 'error') ? 1 : 0;
  });
}
