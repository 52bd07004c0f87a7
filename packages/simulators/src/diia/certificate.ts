// Creates certificates like those of Diia's hierarchy (RFC 5280, EC P-256), with the simulator's own keys.

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

export type NamePart = { type: string; value: string; printable?: boolean };

export type Issuer = { certificate: pkijs.Certificate; key: KeyObject };

type Options = {
  subject: readonly NamePart[];
  publicKey: KeyObject;
  /** Without an issuer the certificate is self-signed. */
  issuer?: Issuer;
  key?: KeyObject;
  serial: number;
  validFrom: Date;
  validTo: Date;
  ca: boolean;
};

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';

function fillName(name: pkijs.RelativeDistinguishedNames, parts: readonly NamePart[]) {
  for (const { type, value, printable } of parts)
    name.typesAndValues.push(
      new pkijs.AttributeTypeAndValue({
        type,
        value: printable ? new asn1js.PrintableString({ value }) : new asn1js.Utf8String({ value }),
      }),
    );
}

function extension(extnID: string, critical: boolean, value: asn1js.AsnType): pkijs.Extension {
  return new pkijs.Extension({ extnID, critical, extnValue: value.toBER() });
}

function extensionsOf(ca: boolean, publicKey: KeyObject): pkijs.Extension[] {
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  // RFC 7093 §2 (1): the leftmost 160 bits of SHA-256
  const keyId = createHash('sha256').update(spki).digest().subarray(0, 20);
  // keyCertSign and cRLSign, or digitalSignature and nonRepudiation
  const [usage, unusedBits] = ca ? [0x06, 1] : [0xc0, 6];
  return [
    extension('2.5.29.19', true, new pkijs.BasicConstraints({ cA: ca }).toSchema()),
    extension(
      '2.5.29.15',
      true,
      new asn1js.BitString({ valueHex: Uint8Array.of(usage).buffer, unusedBits }),
    ),
    extension(
      '2.5.29.14',
      false,
      new asn1js.OctetString({ valueHex: Uint8Array.from(keyId).buffer }),
    ),
  ];
}

/** @throws an Error without an issuer and without a key for a self-signed certificate. */
export function makeCertificate(options: Options): pkijs.Certificate {
  const { issuer, subject, publicKey } = options;
  const key = issuer?.key ?? options.key;
  if (!key) throw new Error('a certificate needs a key that signs it');
  const made = new pkijs.Certificate();
  made.version = 2;
  made.serialNumber = new asn1js.Integer({ value: options.serial });
  fillName(made.subject, subject);
  made.issuer = issuer ? issuer.certificate.subject : made.subject;
  made.notBefore.value = options.validFrom;
  made.notAfter.value = options.validTo;
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  made.subjectPublicKeyInfo = pkijs.PublicKeyInfo.fromBER(Uint8Array.from(spki));
  made.extensions = extensionsOf(options.ca, publicKey);
  made.signature = new pkijs.AlgorithmIdentifier({ algorithmId: ecdsaWithSha256 });
  made.signatureAlgorithm = new pkijs.AlgorithmIdentifier({ algorithmId: ecdsaWithSha256 });
  const body = Buffer.from(made.encodeTBS().toBER());
  made.tbsView = Uint8Array.from(body);
  const signature = sign('sha256', body, key);
  made.signatureValue = new asn1js.BitString({ valueHex: Uint8Array.from(signature).buffer });
  return made;
}

export function derOf(certificate: pkijs.Certificate): Buffer {
  return Buffer.from(certificate.toSchema().toBER());
}

export function newKeyPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}
