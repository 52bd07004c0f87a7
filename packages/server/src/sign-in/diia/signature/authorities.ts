// Reads the trusted authorities from a folder: PEM, DER and PKCS #7 bundles as ca.diia.gov.ua publishes them. Only
// authorities with an elliptic-curve key are used; other certificates of a bundle are ignored.

import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import * as pkijs from 'pkijs';
import { SettingsError } from '../../../config/settings.ts';
import { mayIssue } from './key-usage.ts';
import { oids } from './oids.ts';

const extensions = new Set(['.pem', '.crt', '.cer', '.der', '.p7b']);
const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g;

function fail(reason: string, cause?: unknown): never {
  throw new SettingsError([{ setting: 'DIIA_CA_DIR', reason }], { cause });
}

/** Returns the PEM blocks of a file as DER, or the whole file. */
function derIn(bytes: Buffer): Buffer[] {
  const blocks = [...bytes.toString('latin1').matchAll(pemBlock)];
  return blocks.length > 0
    ? blocks.map(([, , text]) => Buffer.from(text ?? '', 'base64'))
    : [bytes];
}

/** Returns the certificates of a PKCS #7 bundle (RFC 5652 §5.1, without signers), none for other data. */
function bundled(der: Buffer): Buffer[] {
  const { contentType, content } = pkijs.ContentInfo.fromBER(Buffer.from(der));
  if (contentType !== oids.signedData) return [];
  const { certificates = [] } = new pkijs.SignedData({ schema: content });
  return certificates
    .filter((one) => one instanceof pkijs.Certificate)
    .map((one) => Buffer.from(one.toSchema().toBER()));
}

function certificatesIn(der: Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(der)];
  } catch {
    return bundled(der).map((one) => new X509Certificate(one));
  }
}

function readFile(folder: string, name: string): X509Certificate[] {
  let found: X509Certificate[] = [];
  try {
    found = derIn(readFileSync(join(folder, name))).flatMap(certificatesIn);
  } catch (cause) {
    fail(`cannot read a certificate from the file ${name}`, cause);
  }
  if (found.length === 0) fail(`there is no certificate in the file ${name}`);
  return found.filter(mayIssue);
}

function namesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).sort();
    return names.filter((name) => extensions.has(extname(name).toLowerCase()));
  } catch (cause) {
    return fail(`cannot read the folder ${folder}`, cause);
  }
}

/** Part of the subject of the simulator's authority. */
const simulatorName = /simulator/i;

/** @throws {SettingsError} naming DIIA_CA_DIR. */
export function readAuthorities(
  folder: string,
  { production }: { production: boolean },
): X509Certificate[] {
  const authorities = namesIn(folder).flatMap((name) => readFile(folder, name));
  if (authorities.length === 0) fail(`there is no certificate of an authority in ${folder}`);
  if (production && authorities.some(({ subject }) => simulatorName.test(subject)))
    fail('holds the authority of the simulator: whoever has its key could sign in as anybody');
  return authorities;
}

const dayMs = 24 * 3600 * 1000;
export const warnDays = 60;

/** Returns the whole days until the certificate expires, negative after that. */
export function daysLeft(authority: X509Certificate, now: number): number {
  return Math.floor((authority.validToDate.getTime() - now) / dayMs);
}

function warn(authorities: readonly X509Certificate[], now: number, log: FastifyBaseLogger) {
  const left = authorities.map((authority) => daysLeft(authority, now));
  authorities.forEach((authority, index) => {
    const days = left[index] ?? 0;
    const about = { serial: authority.serialNumber, until: authority.validTo, days };
    if (days < 0) log.error(about, 'Diia authority has expired');
    else if (days < warnDays) log.warn(about, 'Diia authority expires soon');
  });
}

/**
 * Logs the trusted authorities at start. Warns at start and once a day from sixty days before one expires. Returns the
 * function that stops the daily check.
 */
export function watchExpiry(
  authorities: readonly X509Certificate[],
  now: () => number,
  log: FastifyBaseLogger,
): () => void {
  for (const { subject, serialNumber: serial, fingerprint256: fingerprint } of authorities)
    log.info({ subject, serial, fingerprint }, 'Diia authority loaded');
  const check = () => warn(authorities, now(), log);
  check();
  const timer = setInterval(check, dayMs);
  timer.unref();
  return () => clearInterval(timer);
}
