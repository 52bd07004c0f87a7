// A CMS message (RFC 5652) → the parts a detached signature of one signer consists of. Checks form and
// algorithms, believes nothing yet: what these bytes prove is decided in verify.ts.

import { parsed, refuse } from '../refusal.ts';
import { context, type Element, elementOf, inside, oidIn, tags } from './der.ts';
import { oids } from './oids.ts';

export type SignedMessage = {
  /** The signer's certificate, DER, as it arrived. */
  certificate: Buffer;
  /** The signed attributes as a SET OF: the very bytes that were signed (RFC 5652 §5.4). */
  signedBytes: Buffer;
  attributes: readonly Element[];
  /** ECDSA signature, DER. */
  signature: Buffer;
};

/** Real ones have about 2 to 10 KiB, the leaf alone and about five attributes. Anybody may send. */
const most = { bytes: 16 * 1024, certificates: 4, attributes: 32 };

function opened(element: Element | undefined, tag: number, limit: number): Element[] {
  const elements = element ? inside(element, tag) : [];
  return elements.length > limit ? refuse('cms-too-complex') : elements;
}

/** The fields of SignedData, §5.1. */
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

/** §5.3. */
function readSigner(signers: Element | undefined) {
  const [signer, ...others] = inside(signers, tags.set);
  if (!signer || others.length > 0) refuse('cms-signers');
  const [, id, digestAlgorithm, ...rest] = inside(signer, tags.sequence);
  const attributes = rest[0]?.tag === context(0) ? rest.shift() : undefined;
  const [signatureAlgorithm, signature, unsigned, ...more] = rest;
  if (id?.tag !== tags.sequence) refuse('cms-signer-unnamed');
  if (signature?.tag !== tags.octets || more.length > 0) refuse('cms-malformed');
  // counted, not read: unsigned ones prove nothing
  opened(unsigned, context(1), most.attributes);
  return { id, digestAlgorithm, attributes, signatureAlgorithm, signature: signature.content };
}

function checkAlgorithm(algorithm: Element | undefined, wanted: string) {
  if (oidIn(inside(algorithm, tags.sequence)[0]) !== wanted) refuse('cms-algorithm');
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
 * The certificate the signer names by issuer and serial number. One name may be encoded in two ways, so
 * where the serial number suffices it decides; nobody relies on it, for the signature tells whose it is.
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
  // sent as [0], signed as a SET OF
  signedBytes[0] = tags.set;
  return {
    certificate: certificateOf(signer.id, opened(certificates, context(0), most.certificates))
      .whole,
    signedBytes,
    attributes: opened(attributes, context(0), most.attributes),
    signature: signer.signature,
  };
}

/** @throws {CallbackRefused} */
export function readSignedMessage(der: Buffer): SignedMessage {
  if (der.length > most.bytes) refuse('cms-too-large');
  return parsed('cms-malformed', () => readMessage(der));
}
