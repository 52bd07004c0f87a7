// The certificate that users see at BASE_URL: its dates, its names, and its chain.

import { once } from 'node:events';
import { isIP } from 'node:net';
import { checkServerIdentity, connect, type PeerCertificate } from 'node:tls';
import { type Check, type CheckRun, codeOf, type Found, found } from '../check.ts';

type Shown = { certificate: PeerCertificate; authorizationError: string | undefined };

const httpsPort = 443;

/** Returns what the server shows. Sends nothing, so it accepts every certificate. */
async function readCertificate(host: string, port: number, signal: AbortSignal): Promise<Shown> {
  const socket = connect({
    host,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal });
    // null without an error, which the types do not say
    const error: unknown = socket.authorizationError;
    return {
      certificate: socket.getPeerCertificate(),
      authorizationError: error ? `${error}` : undefined,
    };
  } finally {
    socket.destroy();
  }
}

/** About dates and names, which are judged apart. */
const judgedApart = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const dayMs = 24 * 3600 * 1000;
/** A renewal comes earlier, also of certificates with a short life. */
const soonDays = 21;
const soonPart = 1 / 5;

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

function ofDates(host: string, certificate: PeerCertificate, now: number): Found[] {
  const [from, to] = [Date.parse(certificate.valid_from), Date.parse(certificate.valid_to)];
  if (to <= now) return [found('certificate-expired', { host, date: dateOf(to) })];
  if (from > now) return [found('certificate-not-yet-valid', { host, date: dateOf(from) })];
  const isSoon = to - now < Math.min(soonDays * dayMs, (to - from) * soonPart);
  const days = Math.floor((to - now) / dayMs);
  return isSoon ? [found('certificate-ends-soon', { host, days })] : [];
}

function judge(host: string, { certificate, authorizationError }: Shown, now: number): Found[] {
  const all = ofDates(host, certificate, now);
  if (checkServerIdentity(host, certificate))
    all.push(found('certificate-of-another-name', { host }));
  if (authorizationError !== undefined && !judgedApart.has(authorizationError)) {
    const code = /^\w{1,60}$/.test(authorizationError) ? authorizationError : 'unknown';
    all.push(found('certificate-not-trusted', { host, code }));
  }
  const days = Math.floor((Date.parse(certificate.valid_to) - now) / dayMs);
  return all.length > 0 ? all : [found('certificate-fine', { host, days })];
}

async function run({ config, now, signal }: CheckRun): Promise<Found[]> {
  const { protocol, hostname, port } = new URL(config.baseUrl);
  if (protocol !== 'https:') return [found('certificate-not-needed', { address: config.baseUrl })];
  const host = hostname.replace(/^\[|\]$/g, '');
  try {
    return judge(host, await readCertificate(host, Number(port) || httpsPort, signal), now());
  } catch (error) {
    return [found('certificate-not-read', { host, code: codeOf(error) })];
  }
}

export const checkCertificate: Check = { id: 'certificate', needs: ['BASE_URL'], run };
