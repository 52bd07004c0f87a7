// Creates a detached CAdES-BES signature with one signer over a given digest, like the Diia app on a phone.

import { createHash, sign } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import type { Telephone } from './authority.ts';
import { derOf } from './certificate.ts';

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
};

const octets = (bytes: Buffer) =>
  new asn1js.OctetString({ valueHex: Uint8Array.from(bytes).buffer });
const sequence = (...value: asn1js.AsnType[]) => new asn1js.Sequence({ value });
const sha256 = () => new pkijs.AlgorithmIdentifier({ algorithmId: oids.sha256 });
const attribute = (type: string, value: asn1js.AsnType) =>
  new pkijs.Attribute({ type, values: [value] });

function signedAttributes(digest: Buffer, certificate: Buffer): pkijs.SignedAndUnsignedAttributes {
  const hash = createHash('sha256').update(certificate).digest();
  return new pkijs.SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      attribute(oids.contentType, new asn1js.ObjectIdentifier({ value: oids.data })),
      attribute(oids.signingTime, new asn1js.UTCTime({ valueDate: new Date() })),
      attribute(oids.messageDigest, octets(digest)),
      attribute(oids.signingCertificateV2, sequence(sequence(sequence(octets(hash))))),
    ],
  });
}

/** Returns the CMS message as DER. `digest` is what the partner asked to sign. */
export function signDigest({ certificate, key }: Telephone, digest: Buffer): Buffer {
  const attributes = signedAttributes(digest, derOf(certificate));
  const signedBytes = Buffer.from(attributes.toSchema().toBER());
  // signed as a SET OF, sent as [0] (RFC 5652 §5.4)
  signedBytes[0] = 0x31;
  const signer = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({
      issuer: certificate.issuer,
      serialNumber: certificate.serialNumber,
    }),
    digestAlgorithm: sha256(),
    signatureAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: oids.ecdsaWithSha256 }),
    signedAttrs: attributes,
    signature: octets(sign('sha256', signedBytes, key)),
  });
  const content = new pkijs.SignedData({
    version: 1,
    digestAlgorithms: [sha256()],
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oids.data }),
    signerInfos: [signer],
    certificates: [certificate],
  });
  const message = new pkijs.ContentInfo({
    contentType: oids.signedData,
    content: content.toSchema(true),
  });
  return Buffer.from(message.toSchema().toBER());
}
