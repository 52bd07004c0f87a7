// A CMS message (RFC 5652) → the parts a detached signature of one signer consists of. Checks form and
// algorithms, believes nothing yet: what these bytes prove is decided in verify.ts.

import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { oids } from './oids.ts';
import { parsed, refuse } from './refusal.ts';

export type SignedMessage = {
  /** The signer's certificate, DER, as it arrived. */
  certificate: Buffer<ArrayBuffer>;
  /** The signed attributes as a SET OF: the very bytes that were signed (RFC 5652 §5.4). */
  signedBytes: Buffer;
  attributes: readonly pkijs.Attribute[];
  /** ECDSA signature, DER. */
  signature: Buffer;
};

/** Real ones have about 2 to 10 KiB. Parsing costs time, and anybody may send. */
const maxBytes = 64 * 1024;

function signedDataOf(der: Buffer): asn1js.AsnType {
  const { offset, result } = asn1js.fromBER(der);
  // -1: not readable; less than all: something hangs on behind
  if (offset !== der.length) refuse('cms-malformed');
  const content = new pkijs.ContentInfo({ schema: result });
  if (content.contentType !== oids.signedData) refuse('cms-not-signed-data');
  return content.content;
}

/**
 * Certificates as they arrived: `[0]` of SignedData. pkijs would encode them anew, and only the bytes the
 * authority signed count.
 */
function certificatesIn(signedData: asn1js.AsnType): Buffer<ArrayBuffer>[] {
  const parts = signedData instanceof asn1js.Sequence ? signedData.valueBlock.value : [];
  const set = parts.find(
    ({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0 && idBlock.isConstructed,
  );
  if (!(set instanceof asn1js.Constructed)) return [];
  return set.valueBlock.value.map((one) => Buffer.from(one.valueBeforeDecodeView));
}

function signerOf({ signerInfos }: pkijs.SignedData): pkijs.SignerInfo {
  const [signer] = signerInfos;
  if (!signer || signerInfos.length !== 1) refuse('cms-signers');
  return signer;
}

function checkAlgorithms({ digestAlgorithm, signatureAlgorithm }: pkijs.SignerInfo) {
  if (digestAlgorithm.algorithmId !== oids.sha256) refuse('cms-algorithm');
  if (signatureAlgorithm.algorithmId !== oids.ecdsaWithSha256) refuse('cms-algorithm');
}

/** Where in the message the certificate stands that the signer names, by issuer and serial number. */
function placeOfCertificate({ sid }: pkijs.SignerInfo, { certificates = [] }: pkijs.SignedData) {
  if (!(sid instanceof pkijs.IssuerAndSerialNumber)) refuse('cms-signer-unnamed');
  return certificates.findIndex(
    (one) =>
      one instanceof pkijs.Certificate &&
      one.serialNumber.isEqual(sid.serialNumber) &&
      one.issuer.isEqual(sid.issuer),
  );
}

function readMessage(der: Buffer): SignedMessage {
  const schema = signedDataOf(der);
  const certificates = certificatesIn(schema);
  const message = new pkijs.SignedData({ schema });
  if (message.encapContentInfo.eContentType !== oids.data) refuse('cms-content-type');
  if (message.encapContentInfo.eContent) refuse('cms-not-detached');
  const signer = signerOf(message);
  checkAlgorithms(signer);
  if (!signer.signedAttrs) refuse('attributes-missing');
  return {
    certificate: certificates[placeOfCertificate(signer, message)] ?? refuse('certificate-missing'),
    signedBytes: Buffer.from(signer.signedAttrs.encodedValue),
    attributes: signer.signedAttrs.attributes,
    signature: Buffer.from(signer.signature.valueBlock.valueHexView),
  };
}

/** @throws {CallbackRefused} */
export function readSignedMessage(der: Buffer): SignedMessage {
  if (der.length > maxBytes) refuse('cms-too-large');
  return parsed('cms-malformed', () => readMessage(der));
}
