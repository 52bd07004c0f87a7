// Settings of outgoing mail.

import { isLoopback } from '@brama/contract/loopback';
import { z } from 'zod';
import { type SettingIssue, setting, type Values } from '../config/settings.ts';
import { type EmailBrand, isAddress } from './email.ts';

function isSmtpAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return false;
  return ['', '/'].includes(url.pathname) && !url.search && !url.hash;
}

/** Accepts one address, or a name and an address in < >. */
function isSender(text: string): boolean {
  const at = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  if (at < 0) return isAddress(text);
  return !/[<>@,;"\p{Cc}]/u.test(text.slice(0, at)) && isAddress(text.slice(at + 1, -1));
}

export const mailTable = {
  smtpUrl: setting(
    'SMTP_URL',
    'none; the demo prints emails to the console',
    'Server that sends our email: `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. A mail server on another computer must offer STARTTLS. Without this setting users cannot reset a forgotten password.',
    z
      .string()
      .refine(isSmtpAddress, 'must be smtp:// or smtps:// with a host, and nothing after the port')
      .optional(),
    { secret: true },
  ),
  mailFrom: setting(
    'MAIL_FROM',
    'none',
    'Sender of our email: `id@campus.example` or `Campus <id@campus.example>`. Without a name in front of the address, emails come from the organisation by its name. Needed with `SMTP_URL`.',
    z.string().refine(isSender, 'must be one address, or a name and an address in < >').optional(),
  ),
};

type Read = Partial<Values<typeof mailTable>>;

export function validateMail(
  { smtpUrl, mailFrom }: Read,
  invalid: ReadonlySet<string>,
): SettingIssue[] {
  if (smtpUrl && !mailFrom && !invalid.has('MAIL_FROM'))
    return [{ setting: 'MAIL_FROM', reason: 'must be set with SMTP_URL' }];
  if (mailFrom && !smtpUrl && !invalid.has('SMTP_URL'))
    return [{ setting: 'SMTP_URL', reason: 'must be set with MAIL_FROM' }];
  return [];
}

function smtpOf(address: string) {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // a password reset link must not cross an open network unencrypted
    requireTLS: !secure && !isLoopback(url.hostname),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

/** Returns undefined if mail is off. In the demo, mail without a server is printed. */
export function mailSettings(
  { smtpUrl, mailFrom }: Read,
  demo: boolean,
  brand: EmailBrand | undefined,
): MailSettings | undefined {
  if (smtpUrl && mailFrom) return { from: mailFrom, smtp: smtpOf(smtpUrl), brand };
  return demo ? { from: 'brama@campus.example', smtp: undefined, brand } : undefined;
}

export type MailSettings = {
  from: string;
  /** Undefined: emails are printed. */
  smtp: SmtpSettings | undefined;
  /** The colour of the organisation, of which emails have buttons and mark; by default that of the product. */
  brand?: EmailBrand | undefined;
};
export type SmtpSettings = ReturnType<typeof smtpOf>;
