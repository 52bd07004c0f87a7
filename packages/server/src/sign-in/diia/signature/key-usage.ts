// What a certificate says of itself: may it certify others, may its key sign (RFC 5280 §4.2.1.3, §4.2.1.9).
// Read from its extensions: Node's `ca` is also false where one claims to be an authority and contradicts
// itself.

import type { X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { oids } from './oids.ts';

export type KeyUsage = {
  /** Claims to be an authority, by its basic constraints or by the use of its key. */
  isAuthority: boolean;
  /** Is an authority by its constraints, and no use of its key speaks against it. */
  mayCertify: boolean;
  maySign: boolean;
};

const usages = { digitalSignature: 0b1000_0000, nonRepudiation: 0b0100_0000, certify: 0b0000_0100 };

/** The value of an extension, whole; nothing where it is absent. */
function extensionIn(
  { extensions = [] }: pkijs.Certificate,
  id: string,
): asn1js.AsnType | undefined {
  const found = extensions.find(({ extnID }) => extnID === id);
  if (!found) return undefined;
  const bytes = found.extnValue.valueBlock.valueHexView;
  const { offset, result } = asn1js.fromBER(bytes);
  if (offset !== bytes.length) throw new Error('an extension that is no DER');
  return result;
}

/** BasicConstraints: a sequence of `cA`, false where it is missing, and the length of the path. */
function constrainedToAuthority(value: asn1js.AsnType | undefined): boolean {
  if (!value) return false;
  const [first] = value instanceof asn1js.Sequence ? value.valueBlock.value : [null];
  if (first === undefined || first instanceof asn1js.Integer) return false;
  if (first instanceof asn1js.Boolean) return first.valueBlock.value;
  throw new Error('basic constraints that are none');
}

/** First bits of KeyUsage; nothing where the extension is absent. */
function usageOf(value: asn1js.AsnType | undefined): number | undefined {
  if (!value) return undefined;
  if (value instanceof asn1js.BitString) return value.valueBlock.valueHexView[0] ?? 0;
  throw new Error('a key usage that is none');
}

/** @throws for a certificate that can be read in two ways. */
export function readKeyUsage(certificate: pkijs.Certificate): KeyUsage {
  const ids = (certificate.extensions ?? []).map(({ extnID }) => extnID);
  // RFC 5280 §4.2: two of a kind could tell two readers different things
  if (new Set(ids).size < ids.length) throw new Error('an extension given twice');
  const ca = constrainedToAuthority(extensionIn(certificate, oids.basicConstraints));
  const usage = usageOf(extensionIn(certificate, oids.keyUsage));
  const allows = (bits: number) => ((usage ?? 0) & bits) !== 0;
  return {
    isAuthority: ca || allows(usages.certify),
    mayCertify: ca && (usage === undefined || allows(usages.certify)),
    maySign: allows(usages.digitalSignature | usages.nonRepudiation),
  };
}

/** May it vouch for people? Asked of Node and of its extensions, and both must say so. */
export function mayIssue(certificate: X509Certificate): boolean {
  try {
    const { mayCertify } = readKeyUsage(pkijs.Certificate.fromBER(Buffer.from(certificate.raw)));
    return mayCertify && certificate.ca && certificate.publicKey.asymmetricKeyType === 'ec';
  } catch {
    // contradicts itself, or has a key this OpenSSL does not know, such as DSTU 4145
    return false;
  }
}
