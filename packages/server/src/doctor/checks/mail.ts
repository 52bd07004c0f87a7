// The mail server: connects, starts TLS and authenticates as for an email, and sends none.

import { reasonOf, tryMailServer } from '../../mail/mailer.ts';
import { isCertificateCode } from '../../outbound/request.ts';
import { type Check, type Found, found } from '../check.ts';

const timeoutMs = 4000;
const timeouts = {
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
};

/** `originalCode`: of Node, below that of the library. */
type MailError = { code?: string; originalCode?: string; responseCode?: number };

function ofError(host: string, error: unknown): Found {
  const { code, originalCode, responseCode } = error as MailError;
  const shown = reasonOf(error);
  if (originalCode !== undefined && isCertificateCode(originalCode))
    return found('mail-certificate', { host, code: originalCode });
  if (code === 'EAUTH') return found('mail-login-refused', { host, code: shown });
  if (code === 'ETLS' || code === 'EREQUIRETLS') return found('mail-without-tls', { host });
  if (responseCode !== undefined || code === 'EPROTOCOL')
    return found('mail-refuses', { host, code: shown });
  return found('mail-unreachable', { host, code: originalCode ?? shown });
}

export const checkMail: Check = {
  id: 'mail',
  needs: ['SMTP_URL', 'MAIL_FROM'],
  async run({ config: { mail } }) {
    if (!mail) return [found('mail-off')];
    if (!mail.smtp) return [found('mail-printed')];
    const { host, port } = mail.smtp;
    const server = `${host}:${port}`;
    try {
      await tryMailServer(mail.smtp, timeouts);
      return [found('mail-fine', { host: server })];
    } catch (error) {
      return [ofError(server, error)];
    }
  },
};
