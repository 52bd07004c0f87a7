// Verifies that a person has just confirmed our request to Diia by a signature. Uses neither network nor clock. Does
// not check revocation, because Diia does so when the person signs.

import { timingSafeEqual, verify, type X509Certificate } from 'node:crypto';
import { type CallbackRefusal, CallbackRefused, parsed, refuse } from '../refusal.ts';
import { readAttributes } from './attributes.ts';
import { readSignerCertificate, readTaxId, type SignerCertificate } from './certificate.ts';
import { readSignedMessage } from './cms.ts';
import { mayIssue } from './key-usage.ts';

export type VerifiedSignature = { taxId: string | undefined };

export type Verifier = (
  /** DER of the CMS message. */
  signature: Buffer,
  /** The SHA-256 that must be signed: the decoded request id. */
  digest: Buffer,
  /** Epoch milliseconds. */
  now: number,
) => VerifiedSignature | { refused: CallbackRefusal };

const minuteMs = 60_000;
const maxAgeMs = 10 * minuteMs;
const maxAheadMs = 5 * minuteMs;

function isValidAt({ validFromDate, validToDate }: X509Certificate, now: number) {
  return now >= validFromDate.getTime() && now <= validToDate.getTime();
}

function checkIssuer(
  { x509 }: SignerCertificate,
  authorities: readonly X509Certificate[],
  now: number,
) {
  const issuers = authorities.filter(
    (authority) => x509.checkIssued(authority) && x509.verify(authority.publicKey),
  );
  if (issuers.length === 0) refuse('issuer-untrusted');
  if (!issuers.some((issuer) => isValidAt(issuer, now))) refuse('issuer-expired');
}

function checkValidity({ x509 }: SignerCertificate, now: number) {
  if (now < x509.validFromDate.getTime()) refuse('certificate-not-yet-valid');
  if (now > x509.validToDate.getTime()) refuse('certificate-expired');
}

function isSignedBy({ publicKey }: SignerCertificate, bytes: Buffer, signature: Buffer): boolean {
  return verify('sha256', bytes, { key: publicKey, dsaEncoding: 'der' }, signature);
}

/** `pinned` are the trusted authorities. No authority above them is trusted. */
export function createVerifier(pinned: readonly X509Certificate[]): Verifier {
  const authorities = pinned.filter(mayIssue);

  function check(signature: Buffer, digest: Buffer, now: number): VerifiedSignature {
    const message = readSignedMessage(signature);
    const leaf = readSignerCertificate(message.certificate);
    const facts = readAttributes(message.attributes);
    if (!timingSafeEqual(facts.digest, digest)) refuse('digest-mismatch');
    if (!facts.names(leaf.der)) refuse('signing-certificate-mismatch');
    if (!isSignedBy(leaf, message.signedBytes, message.signature)) refuse('signature-wrong');
    checkIssuer(leaf, authorities, now);
    checkValidity(leaf, now);
    const age = now - facts.signedAt;
    if (age > maxAgeMs || age < -maxAheadMs) refuse('signing-time-out-of-range');
    // last, because its parser must not see untrusted bytes
    return readTaxId(leaf);
  }

  return (signature, digest, now) => {
    try {
      // only hostile bytes can cause an error here
      return parsed('cms-malformed', () => check(signature, digest, now));
    } catch (error) {
      if (error instanceof CallbackRefused) return { refused: error.reason };
      throw error;
    }
  };
}
