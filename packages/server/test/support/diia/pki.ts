// Makes certificate authorities and users' certificates: valid by default, invalid where a test asks.

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  bits,
  boolean,
  context,
  type Der,
  integer,
  octets,
  oid,
  printable,
  sequence,
  set,
  utcTime,
  utf8,
} from './der.ts';

export type Identity = { der: Der; name: Der; serial: number; privateKey: KeyObject };

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));
const dayMs = 24 * 3600 * 1000;

type NamePart = readonly [type: string, value: Der];
const nameOf = (parts: readonly NamePart[]) =>
  sequence(...parts.map(([type, value]) => set(sequence(oid(type), value))));

export type CertificateOptions = {
  now: number;
  issuer?: Identity;
  serial?: number;
  subject?: readonly NamePart[];
  ca?: boolean;
  /** First byte of KeyUsage; `null` leaves the extension out. */
  usage?: number | null;
  validFrom?: number;
  validTo?: number;
  curve?: string;
  /** Replaces the usual basic constraints by none, several or unusual ones, each a whole extension. */
  constraints?: readonly Der[];
  /** Other extensions, each whole. */
  extension?: Der;
};

export function extension(id: string, critical: boolean, value: Der): Der {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value));
}

/** Basic constraints as a whole extension. */
export const constraints = (...parts: Der[]) => extension('2.5.29.19', true, sequence(...parts));

function extensionsOf({ ca = false, usage, extension: more, ...options }: CertificateOptions): Der {
  const firstByte = usage === undefined ? (ca ? 0x06 : 0xc0) : usage;
  const all = [
    ...(options.constraints ?? [constraints(...(ca ? [boolean(true)] : []))]),
    ...(firstByte === null ? [] : [extension('2.5.29.15', true, bits(Buffer.from([firstByte])))]),
    ...(more ? [more] : []),
  ];
  return context(3, sequence(...all));
}

/** Makes a key pair with its certificate, self-signed by default. */
export function makeIdentity(options: CertificateOptions): Identity {
  const { now, issuer, serial = 1, subject = authorityName, curve = 'P-256' } = options;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
  const name = nameOf(subject);
  const body = sequence(
    context(0, integer(2)),
    integer(serial),
    ecdsaWithSha256,
    issuer?.name ?? name,
    sequence(
      utcTime(options.validFrom ?? now - dayMs),
      utcTime(options.validTo ?? now + 300 * dayMs),
    ),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    extensionsOf(options),
  );
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey);
  return {
    der: sequence(body, ecdsaWithSha256, bits(signature)),
    name,
    serial,
    privateKey,
  };
}

const authorityName: readonly NamePart[] = [
  ['2.5.4.10', utf8('Тестовий надавач')],
  ['2.5.4.3', utf8('Test authority')],
  ['2.5.4.6', printable('UA')],
];

/** Returns a user's name in the format of the real hierarchy. `serialNumber`: the whole value. */
export function personName(serialNumber: string | undefined): readonly NamePart[] {
  return [
    ['2.5.4.3', utf8('Shevchenko Olena ')],
    ['2.5.4.4', utf8('Shevchenko')],
    ...(serialNumber === undefined ? [] : ([['2.5.4.5', printable(serialNumber)]] as const)),
    ['2.5.4.6', printable('UA')],
  ];
}

/** Makes an authority and one user's certificate from it. */
export function makePki(now: number, person: Partial<CertificateOptions> = {}) {
  const authority = makeIdentity({ now, ca: true });
  const leaf = makeIdentity({
    now,
    issuer: authority,
    serial: 7,
    subject: personName('TINUA-3184710691'),
    ...person,
  });
  return { authority, leaf };
}

export function pemOf(der: Der): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
