// Makes signatures like those of a user's phone: valid by default, invalid where a test asks.

import { createHash, sign } from 'node:crypto';
import { context, type Der, integer, octets, oid, sequence, set, tagged, utcTime } from './der.ts';
import type { Identity } from './pki.ts';

const attribute = (type: string, ...values: Der[]) => sequence(oid(type), set(...values));

export const attributes = {
  contentType: (type = '1.2.840.113549.1.7.1') => attribute('1.2.840.113549.1.9.3', oid(type)),
  messageDigest: (...digests: Buffer[]) =>
    attribute('1.2.840.113549.1.9.4', ...digests.map(octets)),
  signingTime: (at: number) => attribute('1.2.840.113549.1.9.5', utcTime(at)),
  signingCertificate: (der: Der, hash = 'sha256', told?: string) =>
    attribute(
      '1.2.840.113549.1.9.16.2.47',
      sequence(
        sequence(
          sequence(
            ...(told ? [sequence(oid(told))] : []),
            octets(createHash(hash).update(der).digest()),
          ),
        ),
      ),
    ),
  /** An attribute that the server does not know. */
  unknown: () => attribute('1.2.804.2.1.1.1.2.3', octets(Buffer.from('future'))),
};

export type SignatureOptions = {
  leaf: Identity;
  digest: Buffer;
  now: number;
  attributes?: readonly Der[] | null;
  /** Another signer than the owner of the certificate. */
  signer?: Identity;
  certificates?: readonly Der[];
  digestAlgorithm?: string;
  signatureAlgorithm?: string;
  contentType?: string;
  eContentType?: string;
  content?: Buffer;
  signers?: number;
  sid?: Der;
  unsigned?: Der;
  /** How the signature is wrapped; by default in an octet string. */
  signature?: (bytes: Buffer) => Der;
  /** Appended to SignerInfo. */
  behind?: Der;
};

function usualAttributes({ leaf, digest, now }: SignatureOptions): Der[] {
  return [
    attributes.contentType(),
    attributes.signingTime(now),
    attributes.messageDigest(digest),
    attributes.signingCertificate(leaf.der),
  ];
}

function signerInfo(options: SignatureOptions): Der {
  const { leaf, signer = leaf } = options;
  const all = options.attributes === undefined ? usualAttributes(options) : options.attributes;
  const signedBytes = all ? set(...all) : Buffer.from('content');
  return sequence(
    integer(1),
    options.sid ?? sequence(issuerIn(leaf.der), integer(leaf.serial)),
    sequence(oid(options.digestAlgorithm ?? '2.16.840.1.101.3.4.2.1')),
    ...(all ? [context(0, ...all)] : []),
    sequence(oid(options.signatureAlgorithm ?? '1.2.840.10045.4.3.2')),
    (options.signature ?? octets)(sign('sha256', signedBytes, signer.privateKey)),
    ...(options.unsigned ? [context(1, options.unsigned)] : []),
    ...(options.behind ? [options.behind] : []),
  );
}

/** Returns the issuer's name from a certificate: it follows version, serial number and algorithm. */
function issuerIn(certificate: Der): Der {
  const skip = (at: number) => at + headerLength(certificate, at) + contentLength(certificate, at);
  const inside = (at: number) => at + headerLength(certificate, at);
  const start = skip(skip(skip(inside(inside(0)))));
  return certificate.subarray(start, skip(start));
}

function headerLength(der: Der, at: number): number {
  const first = der[at + 1] ?? 0;
  return first < 0x80 ? 2 : 2 + (first & 0x7f);
}

function contentLength(der: Der, at: number): number {
  const first = der[at + 1] ?? 0;
  return first < 0x80 ? first : der.readUIntBE(at + 2, first & 0x7f);
}

export function makeSignature(options: SignatureOptions): Der {
  const digestAlgorithm = sequence(oid('2.16.840.1.101.3.4.2.1'));
  const signedData = sequence(
    integer(1),
    set(digestAlgorithm),
    sequence(
      oid(options.eContentType ?? '1.2.840.113549.1.7.1'),
      ...(options.content ? [context(0, octets(options.content))] : []),
    ),
    tagged(0xa0, ...(options.certificates ?? [options.leaf.der])),
    set(...Array.from({ length: options.signers ?? 1 }, () => signerInfo(options))),
  );
  return sequence(oid(options.contentType ?? '1.2.840.113549.1.7.2'), context(0, signedData));
}
