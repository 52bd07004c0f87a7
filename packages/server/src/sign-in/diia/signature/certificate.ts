// The signer's certificate: its key and, once it is trusted, whether it may sign and whose it is.

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
  // Node looks for PEM anywhere in the bytes before it reads them as DER: a certificate of one's own could
  // hide in a made-up one that names somebody else
  if (!x509.raw.equals(der)) refuse('certificate-malformed');
  return { der, x509, publicKey: parsed('certificate-key', () => keyOf(x509)) };
}

/**
 * Whom a trusted certificate names: the RNOKPP, ten digits; absent for other documents and for people
 * without one. Not for the bytes of a stranger: this parser can be kept busy by them.
 * @throws {CallbackRefused} when it is no certificate to sign with.
 */
export function readTaxId({ der, x509 }: SignerCertificate): { taxId: string | undefined } {
  const certificate = parsed('certificate-malformed', () =>
    pkijs.Certificate.fromBER(Buffer.from(der)),
  );
  const claims = parsed('certificate-malformed', () => readKeyUsage(certificate));
  // two readers are asked, and either may object
  if (claims.isAuthority || x509.ca) refuse('certificate-is-ca');
  if (!claims.maySign) refuse('certificate-usage');
  return { taxId: taxIdOf(certificate) };
}
