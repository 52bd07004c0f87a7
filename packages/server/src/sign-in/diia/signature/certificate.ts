// Reads the signer's certificate: its key and, after it is trusted, whether it may sign and the person's tax number.

import { type KeyObject, X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { parsed, refuse } from '../refusal.ts';
import { readKeyUsage } from './key-usage.ts';
import { oids } from './oids.ts';

export type SignerCertificate = { der: Buffer; x509: X509Certificate; publicKey: KeyObject };

/** Subject `serialNumber` `TINUA-<10 digits>` (ETSI EN 319 412-1 §5.1.3). */
function taxIdOf({ subject }: pkijs.Certificate): string | undefined {
  const numbers = subject.typesAndValues.filter(({ type }) => type === oids.serialNumber);
  const [number] = numbers;
  if (!number || numbers.length > 1) return undefined;
  const { value } = number;
  const isText = value instanceof asn1js.PrintableString || value instanceof asn1js.Utf8String;
  return isText ? /^TINUA-([0-9]{10})$/.exec(value.valueBlock.value)?.[1] : undefined;
}

function keyOf(x509: X509Certificate): KeyObject {
  const { publicKey } = x509;
  const isP256 =
    publicKey.asymmetricKeyType === 'ec' &&
    publicKey.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  return isP256 ? publicKey : refuse('certificate-key');
}

/** @throws {CallbackRefused} */
export function readSignerCertificate(der: Buffer): SignerCertificate {
  const x509 = parsed('certificate-malformed', () => new X509Certificate(der));
  // Node searches the bytes for PEM before it reads them as DER: an attacker's own certificate could hide in a forged one
  // that names another person
  if (!x509.raw.equals(der)) refuse('certificate-malformed');
  return { der, x509, publicKey: parsed('certificate-key', () => keyOf(x509)) };
}

/**
 * Returns the tax number (RNOKPP, ten digits) in a trusted certificate; undefined for other documents and for people without
 * one. Must not be called with untrusted bytes, which can keep this parser busy.
 * @throws {CallbackRefused} when the certificate may not sign.
 */
export function readTaxId({ der, x509 }: SignerCertificate): { taxId: string | undefined } {
  const certificate = parsed('certificate-malformed', () =>
    pkijs.Certificate.fromBER(Buffer.from(der)),
  );
  const claims = parsed('certificate-malformed', () => readKeyUsage(certificate));
  // both parsers must agree
  if (claims.isAuthority || x509.ca) refuse('certificate-is-ca');
  if (!claims.maySign) refuse('certificate-usage');
  return { taxId: taxIdOf(certificate) };
}
