// Sends letters by a server for mail, or shows them on the console of the demo. Failures stay in the log, without
// address, subject or link.

import type { Logger } from 'pino';
import { type Email, htmlOf, isAddress, textOf } from './email.ts';
import type { MailSettings, SmtpSettings } from './settings.ts';

export type Mailer = {
  /** Resolves when the letter has been handed over or could not be; never rejects. */
  send(letter: Email): Promise<void>;
  close(): void;
};

type Transport = { deliver(letter: Email): Promise<unknown>; close(): void };

/** In ms: a server for mail that says nothing holds up nobody's letter for long. */
type Timeouts = { connectionTimeout: number; greetingTimeout: number; socketTimeout: number };
const usualTimeouts: Timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
};

/** Loaded when the first letter is sent. */
function bySmtp(
  from: string,
  { user, password, ...server }: SmtpSettings,
  timeouts: Timeouts,
): Transport {
  async function open() {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...server,
      ...timeouts,
      ...(user !== '' && { auth: { user, pass: password } }),
      pool: true,
      // two letters and two notices at once (errands.ts)
      maxConnections: 4,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
  let opened: ReturnType<typeof open> | undefined;
  return {
    async deliver(letter) {
      opened ??= open();
      const message = {
        from,
        to: { name: '', address: letter.to },
        subject: letter.subject,
        text: textOf(letter),
        html: htmlOf(letter),
        // programs answer no such letter (RFC 3834 §5)
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
    async deliver(letter) {
      const head = `Mail that the demo does not send\nTo: ${letter.to}\nSubject: ${letter.subject}`;
      show(`\n${line}\n${head}\n\n${textOf(letter)}${line}\n`);
    },
    close: () => undefined,
  };
}

/** No words of others: a server for mail quotes the address it refuses. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((one) => one !== undefined).join(' ') || 'unknown';
}

type Deps = {
  settings: MailSettings;
  log: Pick<Logger, 'info' | 'warn'>;
  show(text: string): void;
  timeouts?: Timeouts;
};

export function createMailer({ settings, log, show, timeouts = usualTimeouts }: Deps): Mailer {
  const { from, smtp } = settings;
  const transport = smtp ? bySmtp(from, smtp, timeouts) : byConsole(show);
  return {
    async send(letter) {
      try {
        if (!isAddress(letter.to)) throw Object.assign(new Error(), { code: 'no address' });
        await transport.deliver(letter);
        log.info('a letter is sent');
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'a letter could not be sent');
      }
    },
    close: () => transport.close(),
  };
}
