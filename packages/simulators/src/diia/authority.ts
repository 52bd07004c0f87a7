// The certificate authority of the simulator, created at the first start and stored in the data folder. Anyone may use
// its key, so it proves nothing. In production Brama rejects it by its name.

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as pkijs from 'pkijs';
import type { Holder } from './cast.ts';
import { derOf, type Issuer, makeCertificate, type NamePart, newKeyPair } from './certificate.ts';

const dayMs = 24 * 3600 * 1000;

/** The server recognises the simulator's authority by the word “simulator” in this name. */
const authorityName: readonly NamePart[] = [
  { type: '2.5.4.10', value: 'Diia simulator, not for production' },
  { type: '2.5.4.3', value: 'Diia simulator authority' },
  { type: '2.5.4.6', value: 'UA', printable: true },
];

function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** Creates an authority with this name. */
export function makeAuthority(): Issuer {
  const { publicKey, privateKey } = newKeyPair();
  const certificate = makeCertificate({
    subject: authorityName,
    publicKey,
    key: privateKey,
    serial: Math.floor(Date.now() / 1000),
    validFrom: new Date(Date.now() - dayMs),
    validTo: new Date(Date.now() + 5 * 365 * dayMs),
    ca: true,
  });
  return { certificate, key: privateKey };
}

/**
 * Returns the stored authority, or creates it. `folder/ca` contains only the certificate, because the server reads that
 * folder.
 */
export function keptAuthority(folder: string): Issuer {
  const keyFile = join(folder, 'authority.key');
  const certificateFile = join(folder, 'ca', 'simulator.pem');
  if (!existsSync(certificateFile)) {
    mkdirSync(join(folder, 'ca'), { recursive: true, mode: 0o700 });
    const { certificate, key } = makeAuthority();
    writeFileSync(keyFile, key.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
    // renamed as the last step: if the certificate exists, the key and the complete certificate exist too
    writeFileSync(`${certificateFile}.draft`, pemOf(derOf(certificate)));
    renameSync(`${certificateFile}.draft`, certificateFile);
  }
  const pem = readFileSync(certificateFile, 'utf8').replace(/-----[^-]+-----|\s/g, '');
  return {
    certificate: pkijs.Certificate.fromBER(Uint8Array.from(Buffer.from(pem, 'base64'))),
    key: createPrivateKey(readFileSync(keyFile)),
  };
}

export type Telephone = { certificate: pkijs.Certificate; key: KeyObject };

let serial = Date.now();

/** Returns what a user's phone holds: its own key and a certificate that names the user. */
export function makeTelephone(
  issuer: Issuer,
  { latinName, surname, serialNumber }: Holder,
  { expired = false } = {},
): Telephone {
  const { privateKey } = newKeyPair();
  const now = Date.now();
  serial += 1;
  const certificate = makeCertificate({
    subject: [
      { type: '2.5.4.3', value: latinName },
      { type: '2.5.4.4', value: surname },
      { type: '2.5.4.42', value: latinName.slice(surname.length + 1) },
      { type: '2.5.4.5', value: serialNumber, printable: true },
      { type: '2.5.4.6', value: 'UA', printable: true },
    ],
    publicKey: createPublicKey(privateKey),
    issuer,
    serial,
    validFrom: new Date(now - (expired ? 366 : 1) * dayMs),
    validTo: new Date(now + (expired ? -1 : 364) * dayMs),
    ca: false,
  });
  return { certificate, key: privateKey };
}
