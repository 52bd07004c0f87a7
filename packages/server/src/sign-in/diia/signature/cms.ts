// Parses a CMS message (RFC 5652) into the parts of a detached signature of one signer. Checks form and algorithms only.
// verify.ts decides whether to trust them.

import { parsed, refuse } from '../refusal.ts';
import { context, type Element, elementOf, inside, oidIn, tags } from './der.ts';
import { oids } from './oids.ts';

export type SignedMessage = {
  /** The signer's certificate in DER, unchanged. */
  certificate: Buffer;
  /** The signed attributes as a SET OF, which are the signed bytes (RFC 5652 §5.4). */
  signedBytes: Buffer;
  attributes: readonly Element[];
  /** ECDSA signature, DER. */
  signature: Buffer;
};

/** Anybody may send messages. Real ones have 2 to 10 KiB, one certificate and about five attributes. */
const max = { bytes: 16 * 1024, certificates: 4, attributes: 32 };

function childrenOf(element: Element | undefined, tag: number, limit: number): Element[] {
  const elements = element ? inside(element, tag) : [];
  return elements.length > limit ? refuse('cms-too-complex') : elements;
}

/** RFC 5652 §5.1. */
function signedDataIn(der: Buffer): Element[] {
  const [type, wrapped] = inside(elementOf(der), tags.sequence);
  if (oidIn(type) !== oids.signedData) refuse('cms-not-signed-data');
  const [signedData, ...more] = inside(wrapped, context(0));
  return more.length === 0 ? inside(signedData, tags.sequence) : refuse('cms-malformed');
}

function checkContent(content: Element | undefined) {
  const [type, ...carried] = inside(content, tags.sequence);
  if (oidIn(type) !== oids.data) refuse('cms-content-type');
  if (carried.length > 0) refuse('cms-not-detached');
}

/** Reads the only SignerInfo (RFC 5652 §5.3). */
function readSigner(signers: Element | undefined) {
  const [signer, ...others] = inside(signers, tags.set);
  if (!signer || others.length > 0) refuse('cms-signers');
  const [, id, digestAlgorithm, ...rest] = inside(signer, tags.sequence);
  const attributes = rest[0]?.tag === context(0) ? rest.shift() : undefined;
  const [signatureAlgorithm, signature, unsigned, ...more] = rest;
  if (id?.tag !== tags.sequence) refuse('cms-signer-unnamed');
  if (signature?.tag !== tags.octets || more.length > 0) refuse('cms-malformed');
  // counted, not read, because unsigned attributes prove nothing
  childrenOf(unsigned, context(1), max.attributes);
  return { id, digestAlgorithm, attributes, signatureAlgorithm, signature: signature.content };
}

function checkAlgorithm(algorithm: Element | undefined, expected: string) {
  if (oidIn(inside(algorithm, tags.sequence)[0]) !== expected) refuse('cms-algorithm');
}

/** RFC 5280 §4.1: version, serial number, algorithm, issuer. */
function nameOf(certificate: Element) {
  const [signed] = inside(certificate, tags.sequence);
  const fields = inside(signed, tags.sequence);
  const [serial, , issuer] = fields[0]?.tag === context(0) ? fields.slice(1) : fields;
  return { serial, issuer };
}

const same = (one: Element | undefined, other: Element | undefined) =>
  one !== undefined && other !== undefined && one.whole.equals(other.whole);

/**
 * Returns the certificate that the signer names by issuer and serial number. A name has several encodings, so the serial
 * number decides if it is unique. The choice needs no trust, because the signature must match the certificate.
 */
function certificateOf(id: Element, certificates: readonly Element[]): Element {
  const [issuer, serial] = inside(id, tags.sequence);
  const candidates = certificates
    .filter(({ tag }) => tag === tags.sequence)
    .map((certificate) => ({ certificate, ...nameOf(certificate) }))
    .filter((one) => same(one.serial, serial));
  const chosen =
    candidates.length > 1 ? candidates.find((one) => same(one.issuer, issuer)) : candidates[0];
  return chosen?.certificate ?? refuse('certificate-missing');
}

function readMessage(der: Buffer): SignedMessage {
  const [, , content, ...rest] = signedDataIn(der);
  checkContent(content);
  const signers = rest.pop();
  const certificates = rest.find(({ tag }) => tag === context(0));
  const signer = readSigner(signers);
  checkAlgorithm(signer.digestAlgorithm, oids.sha256);
  checkAlgorithm(signer.signatureAlgorithm, oids.ecdsaWithSha256);
  const { attributes = refuse('attributes-missing') } = signer;
  const signedBytes = Buffer.from(attributes.whole);
  // transmitted as [0], signed as a SET OF
  signedBytes[0] = tags.set;
  return {
    certificate: certificateOf(signer.id, childrenOf(certificates, context(0), max.certificates))
      .whole,
    signedBytes,
    attributes: childrenOf(attributes, context(0), max.attributes),
    signature: signer.signature,
  };
}

/** @throws {CallbackRefused} */
export function readSignedMessage(der: Buffer): SignedMessage {
  if (der.length > max.bytes) refuse('cms-too-large');
  return parsed('cms-malformed', () => readMessage(der));
}
