// Reads what the key of a certificate may be used for: to certify, to sign (RFC 5280 §4.2.1.3, §4.2.1.9). Node's `ca` does
// not suffice: it is also false for a certificate that claims to be an authority and contradicts itself.

import type { X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { oids } from './oids.ts';

export type KeyUsage = {
  /** The basic constraints or the key usage claim an authority. */
  isAuthority: boolean;
  /** An authority by its basic constraints, without a key usage that contradicts. */
  mayCertify: boolean;
  maySign: boolean;
};

const usages = { digitalSignature: 0b1000_0000, nonRepudiation: 0b0100_0000, certify: 0b0000_0100 };

/** Returns the value of an extension, undefined if it is absent. */
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

/** BasicConstraints is a sequence of `cA`, by default false, and the path length. */
function isAuthorityByConstraints(value: asn1js.AsnType | undefined): boolean {
  if (!value) return false;
  const [first] = value instanceof asn1js.Sequence ? value.valueBlock.value : [null];
  if (first === undefined || first instanceof asn1js.Integer) return false;
  if (first instanceof asn1js.Boolean) return first.valueBlock.value;
  throw new Error('basic constraints that are none');
}

/** Returns the first bits of KeyUsage, undefined if the extension is absent. */
function usageOf(value: asn1js.AsnType | undefined): number | undefined {
  if (!value) return undefined;
  if (value instanceof asn1js.BitString) return value.valueBlock.valueHexView[0] ?? 0;
  throw new Error('a key usage that is none');
}

/** @throws for a certificate with several meanings. */
export function readKeyUsage(certificate: pkijs.Certificate): KeyUsage {
  const ids = (certificate.extensions ?? []).map(({ extnID }) => extnID);
  // RFC 5280 §4.2: two parsers could choose different ones of two extensions
  if (new Set(ids).size < ids.length) throw new Error('an extension given twice');
  const ca = isAuthorityByConstraints(extensionIn(certificate, oids.basicConstraints));
  const usage = usageOf(extensionIn(certificate, oids.keyUsage));
  const allows = (bits: number) => ((usage ?? 0) & bits) !== 0;
  return {
    isAuthority: ca || allows(usages.certify),
    mayCertify: ca && (usage === undefined || allows(usages.certify)),
    maySign: allows(usages.digitalSignature | usages.nonRepudiation),
  };
}

/** Returns whether the authority may issue certificates. Node and the extensions must agree. */
export function mayIssue(certificate: X509Certificate): boolean {
  try {
    const { mayCertify } = readKeyUsage(pkijs.Certificate.fromBER(Buffer.from(certificate.raw)));
    return mayCertify && certificate.ca && certificate.publicKey.asymmetricKeyType === 'ec';
  } catch {
    // contradictory, or with a key that OpenSSL does not support, such as DSTU 4145
    return false;
  }
}
