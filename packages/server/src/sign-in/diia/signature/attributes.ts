// Reads the signed attributes: digest, time and certificate (RFC 5652 §11, RFC 5035 §3). Unknown attributes are ignored;
// real signatures contain a time stamp of the authority.

import { createHash } from 'node:crypto';
import { parsed, refuse } from '../refusal.ts';
import { contentOf, type Element, inside, oidIn, tags } from './der.ts';
import { oids } from './oids.ts';

export type SignedFacts = {
  digest: Buffer;
  /** Epoch milliseconds. */
  signedAt: number;
  /** Returns whether the signature refers to this certificate. True if it refers to none. */
  names(certificate: Buffer): boolean;
};

type Attribute = { type: string; values: Element | undefined };

function readAttribute(element: Element): Attribute {
  const [type, values] = inside(element, tags.sequence);
  return { type: oidIn(type), values };
}

/** Returns the only value of an attribute. Two parsers could choose different ones of two values. */
function soleValue(attributes: readonly Attribute[], wanted: string): Element | undefined {
  const [first, ...more] = attributes.filter(({ type }) => type === wanted);
  if (!first) return undefined;
  const [value, ...others] = inside(first.values, tags.set);
  if (more.length > 0 || others.length > 0) refuse('attribute-repeated');
  return value ?? refuse('attribute-malformed');
}

function digestIn(attributes: readonly Attribute[]): Buffer {
  const value = soleValue(attributes, oids.messageDigest) ?? refuse('digest-missing');
  const digest = contentOf(value, tags.octets);
  return digest.length === 32 ? digest : refuse('digest-length');
}

const timeForms: Record<number, RegExp> = {
  [tags.utcTime]: /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/,
  [tags.generalizedTime]: /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/,
};

/** UTC with seconds (RFC 5652 §11.3). A year of two digits is from 1950 to 2049. */
function timeOf({ tag, content }: Element): number {
  const found = timeForms[tag]?.exec(content.toString('latin1'));
  const [year = 0, month = 0, ...rest] = (found ?? refuse('attribute-malformed'))
    .slice(1)
    .map(Number);
  const century = tag === tags.generalizedTime ? 0 : year < 50 ? 2000 : 1900;
  const [day = 0, hour = 0, minute = 0, second = 0] = rest;
  return Date.UTC(century + year, month - 1, day, hour, minute, second);
}

function signingTimeIn(attributes: readonly Attribute[]): number {
  return timeOf(soleValue(attributes, oids.signingTime) ?? refuse('signing-time-missing'));
}

const hashNames: Record<string, string> = {
  [oids.sha256]: 'sha256',
  [oids.sha384]: 'sha384',
  [oids.sha512]: 'sha512',
};

/** Returns the hash in the first ESSCertIDv2, which is the signer's. The default algorithm is SHA-256. */
function certificateHash(value: Element) {
  const [certificates] = inside(value, tags.sequence);
  const [id] = inside(certificates, tags.sequence);
  const [first, second] = inside(id, tags.sequence);
  const tells = first?.tag === tags.sequence;
  const algorithm = tells ? oidIn(inside(first, tags.sequence)[0]) : oids.sha256;
  const name = hashNames[algorithm] ?? refuse('attribute-malformed');
  return { name, hash: contentOf(tells ? second : first, tags.octets) };
}

function readFacts(elements: readonly Element[]): SignedFacts {
  const attributes = elements.map(readAttribute);
  const type = soleValue(attributes, oids.contentType) ?? refuse('attributes-missing');
  if (oidIn(type) !== oids.data) refuse('attribute-content-type');
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
export function readAttributes(attributes: readonly Element[]): SignedFacts {
  return parsed('attribute-malformed', () => readFacts(attributes));
}
