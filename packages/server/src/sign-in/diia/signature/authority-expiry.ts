// Logs the trusted authorities at start, and warns at start and once a day from sixty days before one expires.

import type { X509Certificate } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';

const dayMs = 24 * 3600 * 1000;
const warnDays = 60;

/** Returns the whole days until the certificate expires, negative after that. */
function daysLeft(authority: X509Certificate, now: number): number {
  return Math.floor((authority.validToDate.getTime() - now) / dayMs);
}

function warn(authorities: readonly X509Certificate[], now: number, log: FastifyBaseLogger) {
  const left = authorities.map((authority) => daysLeft(authority, now));
  authorities.forEach((authority, index) => {
    const days = left[index] ?? 0;
    const about = { serial: authority.serialNumber, until: authority.validTo, days };
    if (days < 0) log.error(about, 'an authority of Diia has expired');
    else if (days < warnDays) log.warn(about, 'an authority of Diia expires soon');
  });
}

/** Returns the function that stops the daily check. */
export function watchExpiry(
  authorities: readonly X509Certificate[],
  now: () => number,
  log: FastifyBaseLogger,
): () => void {
  for (const { subject, serialNumber: serial, fingerprint256: fingerprint } of authorities)
    log.info({ subject, serial, fingerprint }, 'believes an authority of Diia');
  const check = () => warn(authorities, now(), log);
  check();
  const timer = setInterval(check, dayMs);
  timer.unref();
  return () => clearInterval(timer);
}
