// What the signer signed: the digest, when, and with which certificate (RFC 5652 §11, RFC 5035 §3).
// Attributes we do not know are ignored; real signatures carry a time stamp of the authority.

import { createHash } from 'node:crypto';
import * as asn1js from 'asn1js';
import type { Attribute } from 'pkijs';
import { oids } from './oids.ts';
import { parsed, refuse } from './refusal.ts';

export type SignedFacts = {
  digest: Buffer;
  signedAt: Date;
  /** Does the signature name this certificate? Also when it names none. */
  names(certificate: Buffer): boolean;
};

/** The one value of an attribute. Two could tell two readers different things. */
function soleValue(attributes: readonly Attribute[], type: string): asn1js.AsnType | undefined {
  const [first, ...more] = attributes.filter((attribute) => attribute.type === type);
  if (!first) return undefined;
  // pkijs leaves `values` undefined where the set is empty
  const [value, ...others] = (first.values ?? []) as asn1js.AsnType[];
  if (more.length > 0 || others.length > 0) refuse('attribute-repeated');
  return value ?? refuse('attribute-malformed');
}

function digestIn(attributes: readonly Attribute[]): Buffer {
  const value = soleValue(attributes, oids.messageDigest) ?? refuse('digest-missing');
  if (!(value instanceof asn1js.OctetString) || value.idBlock.isConstructed)
    refuse('attribute-malformed');
  const digest = Buffer.from(value.valueBlock.valueHexView);
  if (digest.length !== 32) refuse('digest-length');
  return digest;
}

function signingTimeIn(attributes: readonly Attribute[]): Date {
  const value = soleValue(attributes, oids.signingTime) ?? refuse('signing-time-missing');
  // GeneralizedTime extends UTCTime
  if (!(value instanceof asn1js.UTCTime)) refuse('attribute-malformed');
  const date = value.toDate();
  return Number.isNaN(date.getTime()) ? refuse('attribute-malformed') : date;
}

const hashNames: Record<string, string> = {
  [oids.sha256]: 'sha256',
  [oids.sha384]: 'sha384',
  [oids.sha512]: 'sha512',
};

function sequence(value: asn1js.AsnType | undefined): asn1js.AsnType[] {
  return value instanceof asn1js.Sequence ? value.valueBlock.value : refuse('attribute-malformed');
}

/** The first ESSCertIDv2, that of the signer: its hash, by SHA-256 where no algorithm is told. */
function certificateHash(value: asn1js.AsnType) {
  const [certificates] = sequence(value);
  const [id] = sequence(certificates);
  const [first, second] = sequence(id);
  const told = first instanceof asn1js.Sequence ? first.valueBlock.value[0] : undefined;
  const algorithm =
    told instanceof asn1js.ObjectIdentifier ? told.valueBlock.toString() : oids.sha256;
  const hash = told ? second : first;
  const name = hashNames[algorithm];
  if (!(hash instanceof asn1js.OctetString) || !name) refuse('attribute-malformed');
  return { name, hash: Buffer.from(hash.valueBlock.valueHexView) };
}

function readFacts(attributes: readonly Attribute[]): SignedFacts {
  const type = soleValue(attributes, oids.contentType) ?? refuse('attributes-missing');
  if (!(type instanceof asn1js.ObjectIdentifier)) refuse('attribute-malformed');
  if (type.valueBlock.toString() !== oids.data) refuse('attribute-content-type');
  const named = soleValue(attributes, oids.signingCertificateV2);
  const wanted = named && certificateHash(named);
  return {
    digest: digestIn(attributes),
    signedAt: signingTimeIn(attributes),
    names: (certificate) =>
      !wanted || createHash(wanted.name).update(certificate).digest().equals(wanted.hash),
  };
}

/** @throws {CallbackRefused} */
export function readAttributes(attributes: readonly Attribute[]): SignedFacts {
  return parsed('attribute-malformed', () => readFacts(attributes));
}
