// Sends emails over SMTP, or prints them in the demo. Logs failures without address, subject or link.

import type { Logger } from 'pino';
import { type Email, htmlOf, isAddress, senderOf, subjectOf, textOf } from './email.ts';
import type { MailSettings, SmtpSettings } from './settings.ts';

export type Mailer = {
  /** Resolves when the mail server has accepted the email, or with the reason why not. Never rejects. */
  send(email: Email): Promise<string | undefined>;
  close(): void;
  /** What came of the last emails; absent where nothing shows it. */
  outcomes?: () => MailOutcomes;
};

/** Epoch milliseconds; null for none since the start. */
export type MailOutcomes = {
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  /** Codes of the last failure. */
  reason: string | null;
};

type Transport = { deliver(email: Email): Promise<unknown>; close(): void };

/** Milliseconds. A mail server that does not respond must not delay other emails for long. */
type Timeouts = { connectionTimeout: number; greetingTimeout: number; socketTimeout: number };
const defaultTimeouts: Timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
};

/** Returns the sender. A name that the administrator has chosen stays; without one it is that of the organisation. */
const fromOf = (from: string, email: Email) =>
  from.includes('<') ? from : { name: senderOf(email), address: from };

const optionsOf = ({ user, password, ...server }: SmtpSettings, timeouts: Timeouts) => ({
  ...server,
  ...timeouts,
  ...(user !== '' && { auth: { user, pass: password } }),
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Connects, starts TLS and authenticates, and sends nothing. @throws an error with `code`, and `responseCode` of an answer */
export async function tryMailServer(smtp: SmtpSettings, timeouts: Timeouts): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(optionsOf(smtp, timeouts));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Loads nodemailer when the first email is sent. */
function bySmtp({ from, brand }: MailSettings, smtp: SmtpSettings, timeouts: Timeouts): Transport {
  async function open() {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...optionsOf(smtp, timeouts),
      pool: true,
      // the job queue sends two emails, two notifications and a notice at once
      maxConnections: 5,
    });
  }
  let opened: ReturnType<typeof open> | undefined;
  return {
    async deliver(email) {
      opened ??= open();
      const message = {
        from: fromOf(from, email),
        to: { name: '', address: email.to },
        subject: subjectOf(email),
        text: textOf(email),
        html: htmlOf(email, brand),
        // prevents automatic replies (RFC 3834 §5)
        headers: { 'auto-submitted': 'auto-generated' },
      };
      await (await opened).sendMail(message);
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

function byConsole(show: (text: string) => void): Transport {
  const line = '─'.repeat(72);
  return {
    async deliver(email) {
      const head = `Mail that the demo does not send\nTo: ${email.to}\nSubject: ${subjectOf(email)}`;
      show(`\n${line}\n${head}\n\n${textOf(email)}${line}\n`);
    },
    close: () => undefined,
  };
}

/** Returns codes only, because mail servers quote the address that they reject. */
export function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((one) => one !== undefined).join(' ') || 'unknown';
}

type Deps = {
  settings: MailSettings;
  log: Pick<Logger, 'info' | 'warn'>;
  show(text: string): void;
  timeouts?: Timeouts;
};

export function createMailer({ settings, log, show, timeouts = defaultTimeouts }: Deps): Mailer {
  const { smtp } = settings;
  const outcomes: MailOutcomes = { lastSuccessAt: null, lastFailureAt: null, reason: null };
  const transport = smtp ? bySmtp(settings, smtp, timeouts) : byConsole(show);
  return {
    async send(email) {
      try {
        if (!isAddress(email.to)) throw Object.assign(new Error(), { code: 'no address' });
        await transport.deliver(email);
        outcomes.lastSuccessAt = Date.now();
        log.info('email sent');
        return undefined;
      } catch (error) {
        outcomes.lastFailureAt = Date.now();
        outcomes.reason = reasonOf(error);
        log.warn({ reason: outcomes.reason }, 'email not sent');
        return outcomes.reason;
      }
    },
    close: () => transport.close(),
    outcomes: () => outcomes,
  };
}
