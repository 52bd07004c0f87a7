import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  attributes,
  makeSignature,
  type SignatureOptions,
} from '../../../../test/support/diia/cms.ts';
import {
  bits,
  boolean,
  octets,
  oid,
  sequence,
  set,
  tagged,
} from '../../../../test/support/diia/der.ts';
import {
  constraints,
  extension,
  makeIdentity,
  makePki,
  pemOf,
  personName,
} from '../../../../test/support/diia/pki.ts';
import type { CallbackRefusal } from '../refusal.ts';
import { createVerifier } from './verify.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const digest = createHash('sha256').update('uuid').digest();
const pki = makePki(now);
const { authority, leaf } = pki;
const verifierOf = (...authorities: { der: Buffer }[]) =>
  createVerifier(authorities.map(({ der }) => new X509Certificate(der)));
const verify = verifierOf(authority);

const good: SignatureOptions = { leaf, digest, now };
const make = (options: Partial<SignatureOptions>) => makeSignature({ ...good, ...options });
/** Returns the usual attributes with one kind of them replaced. */
const signedWith = (
  changes: Partial<Record<'type' | 'time' | 'digest' | 'certificate', Buffer[]>>,
) =>
  make({
    attributes: [
      ...(changes.type ?? [attributes.contentType()]),
      ...(changes.time ?? [attributes.signingTime(now)]),
      ...(changes.digest ?? [attributes.messageDigest(digest)]),
      ...(changes.certificate ?? [attributes.signingCertificate(leaf.der)]),
    ],
  });
const person = (options: Parameters<typeof makePki>[1]) => {
  const made = makeIdentity({
    now,
    issuer: authority,
    serial: 9,
    subject: personName('TINUA-3184710691'),
    ...options,
  });
  return make({ leaf: made });
};

describe('a valid signature', () => {
  test('yields the tax number of the user', () => {
    expect(verify(makeSignature(good), digest, now)).toEqual({ taxId: '3184710691' });
  });

  test.each([
    ['attributes nobody here knows', { attributes: undefined, extra: attributes.unknown() }],
    ['no signingCertificateV2', { certificate: [] }],
    [
      'signingCertificateV2 by SHA-512',
      {
        certificate: [attributes.signingCertificate(leaf.der, 'sha512', '2.16.840.1.101.3.4.2.3')],
      },
    ],
    [
      'signingCertificateV2 that tells SHA-256',
      {
        certificate: [attributes.signingCertificate(leaf.der, 'sha256', '2.16.840.1.101.3.4.2.1')],
      },
    ],
  ] as [string, { certificate?: Buffer[]; extra?: Buffer }][])(
    'with %s is accepted',
    (_, { certificate, extra }) => {
      const base = certificate ?? [attributes.signingCertificate(leaf.der)];
      const made = signedWith({ certificate: extra ? [...base, extra] : base });
      expect(verify(made, digest, now)).toEqual({ taxId: '3184710691' });
    },
  );

  test('with the maximum number of certificates and attributes is accepted', () => {
    const made = make({
      certificates: [authority.der, authority.der, authority.der, leaf.der],
      attributes: [
        attributes.contentType(),
        attributes.signingTime(now),
        attributes.messageDigest(digest),
        ...Array.from({ length: 29 }, () => attributes.unknown()),
      ],
      unsigned: Buffer.concat(Array.from({ length: 32 }, () => attributes.unknown())),
    });
    expect(verify(made, digest, now)).toEqual({ taxId: '3184710691' });
  });

  test('with unsigned attributes and the authority’s certificate is accepted', () => {
    const unsigned = sequence(oid('1.2.840.113549.1.9.16.2.14'), set(octets(randomBytes(20))));
    const made = make({ unsigned, certificates: [authority.der, leaf.der] });
    expect(verify(made, digest, now)).toEqual({ taxId: '3184710691' });
  });

  test('from the second of two pinned authorities of the same name is accepted', () => {
    const other = makePki(now).authority;
    expect(verifierOf(other, authority)(makeSignature(good), digest, now)).toEqual({
      taxId: '3184710691',
    });
  });

  test.each([
    [10 * minute, true],
    [10 * minute + 1000, false],
    [-5 * minute, true],
    [-5 * minute - 1000, false],
  ])('verified %i ms after signing: accepted is %s', (later, accepted) => {
    const result = verify(makeSignature(good), digest, now + later);
    expect('refused' in result).toBe(!accepted);
  });

  test.each([
    ['another document', 'PNOUA-123456789'],
    ['a passport', 'PASUA-АБ123456'],
    ['an identity card', 'IDCUA-123456789'],
    ['nine digits', 'TINUA-318471069'],
    ['another country', 'TINPL-3184710691'],
    ['no number', undefined],
  ])('of a user with %s yields no tax number', (_, serialNumber) => {
    expect(verify(person({ subject: personName(serialNumber) }), digest, now)).toEqual({
      taxId: undefined,
    });
  });

  test('of a user with two tax numbers yields no tax number', () => {
    const both = [...personName('TINUA-3184710691'), ...personName('TINUA-3184710692')];
    expect(verify(person({ subject: both }), digest, now)).toEqual({ taxId: undefined });
  });
});

const foreign = makePki(now);
const strangeCurve = makeIdentity({
  now,
  issuer: authority,
  serial: 9,
  subject: personName('TINUA-3184710691'),
  curve: 'P-384',
});
/** Makes a forged certificate of another person, with the sender's genuine one hidden in it as PEM. */
const hiding = makeIdentity({
  now,
  issuer: authority,
  serial: leaf.serial,
  subject: personName('TINUA-1111111111'),
  extension: sequence(oid('1.3.6.1.4.1.99999.1'), octets(Buffer.from(`\n${pemOf(leaf.der)}`))),
});

const forged: [string, CallbackRefusal, Buffer][] = [
  ['nothing', 'cms-malformed', Buffer.alloc(0)],
  ['noise', 'cms-malformed', Buffer.from('not a signature')],
  ['something behind it', 'cms-malformed', Buffer.concat([makeSignature(good), Buffer.from([0])])],
  ['half of it', 'cms-malformed', makeSignature(good).subarray(0, 300)],
  ['17 KiB', 'cms-too-large', Buffer.alloc(17 * 1024)],
  [
    'five certificates',
    'cms-too-complex',
    make({ certificates: [leaf.der, ...Array.from({ length: 4 }, () => authority.der)] }),
  ],
  [
    'thirty-three attributes',
    'cms-too-complex',
    signedWith({ certificate: Array.from({ length: 30 }, () => attributes.unknown()) }),
  ],
  [
    'thirty-three unsigned attributes',
    'cms-too-complex',
    make({ unsigned: Buffer.concat(Array.from({ length: 33 }, () => attributes.unknown())) }),
  ],
  ['only data', 'cms-not-signed-data', make({ contentType: '1.2.840.113549.1.7.1' })],
  ['content inside', 'cms-not-detached', make({ content: Buffer.from('hello') })],
  ['content of another type', 'cms-content-type', make({ eContentType: '1.2.840.113549.1.7.3' })],
  ['nobody as signer', 'cms-signers', make({ signers: 0 })],
  ['two signers', 'cms-signers', make({ signers: 2 })],
  ['a signer named by key', 'cms-signer-unnamed', make({ sid: tagged(0x80, randomBytes(20)) })],
  ['a signature that is no octets', 'cms-malformed', make({ signature: (bytes) => bits(bytes) })],
  [
    'something behind the unsigned attributes',
    'cms-malformed',
    make({ behind: Buffer.concat([tagged(0xa1), octets(digest)]) }),
  ],
  ['SHA-1 as digest', 'cms-algorithm', make({ digestAlgorithm: '1.3.14.3.2.26' })],
  ['ECDSA with SHA-1', 'cms-algorithm', make({ signatureAlgorithm: '1.2.840.10045.4.1' })],
  ['RSA', 'cms-algorithm', make({ signatureAlgorithm: '1.2.840.113549.1.1.11' })],
  ['no signed attributes', 'attributes-missing', make({ attributes: null })],
  ['no content type', 'attributes-missing', signedWith({ type: [] })],
  [
    'another content type',
    'attribute-content-type',
    signedWith({ type: [attributes.contentType('1.2.840.113549.1.7.3')] }),
  ],
  ['no digest', 'digest-missing', signedWith({ digest: [] })],
  [
    'an empty digest',
    'digest-length',
    signedWith({ digest: [attributes.messageDigest(Buffer.alloc(0))] }),
  ],
  [
    'a digest of 31 bytes',
    'digest-length',
    signedWith({ digest: [attributes.messageDigest(digest.subarray(1))] }),
  ],
  [
    'a longer digest',
    'digest-length',
    signedWith({ digest: [attributes.messageDigest(Buffer.concat([digest, digest]))] }),
  ],
  ['the digest of another request', 'digest-mismatch', make({ digest: randomBytes(32) })],
  [
    'two digests in two attributes',
    'attribute-repeated',
    signedWith({
      digest: [attributes.messageDigest(digest), attributes.messageDigest(randomBytes(32))],
    }),
  ],
  [
    'two digests in one attribute',
    'attribute-repeated',
    signedWith({ digest: [attributes.messageDigest(digest, randomBytes(32))] }),
  ],
  [
    'a digest attribute without value',
    'attribute-malformed',
    signedWith({ digest: [attributes.messageDigest()] }),
  ],
  [
    'a digest that is an object identifier',
    'attribute-malformed',
    signedWith({ digest: [sequence(oid('1.2.840.113549.1.9.4'), set(oid('1.2.3')))] }),
  ],
  ['no signing time', 'signing-time-missing', signedWith({ time: [] })],
  [
    'a signing time that is no time',
    'attribute-malformed',
    signedWith({ time: [sequence(oid('1.2.840.113549.1.9.5'), set(octets(digest)))] }),
  ],
  [
    'an old signing time',
    'signing-time-out-of-range',
    signedWith({ time: [attributes.signingTime(now - 11 * minute)] }),
  ],
  [
    'a signing time to come',
    'signing-time-out-of-range',
    signedWith({ time: [attributes.signingTime(now + 6 * minute)] }),
  ],
  [
    'another certificate named',
    'signing-certificate-mismatch',
    signedWith({ certificate: [attributes.signingCertificate(authority.der)] }),
  ],
  [
    'a certificate named by MD5',
    'attribute-malformed',
    signedWith({
      certificate: [attributes.signingCertificate(leaf.der, 'md5', '1.2.840.113549.2.5')],
    }),
  ],
  ['no certificate', 'certificate-missing', make({ certificates: [] })],
  [
    'only the authority’s certificate',
    'certificate-missing',
    make({ certificates: [authority.der] }),
  ],
  [
    'another certificate inside',
    'certificate-malformed',
    make({ leaf: hiding, signer: leaf, certificates: [hiding.der] }),
  ],
  ['a key on another curve', 'certificate-key', make({ leaf: strangeCurve })],
  ['somebody else’s key', 'signature-wrong', make({ signer: foreign.leaf })],
  ['a foreign authority', 'issuer-untrusted', make({ leaf: foreign.leaf })],
  [
    'a person who certifies a person',
    'issuer-untrusted',
    make({
      leaf: makeIdentity({ now, issuer: leaf, serial: 9, subject: personName('TINUA-1111111111') }),
    }),
  ],
  [
    'a certificate signed by itself',
    'issuer-untrusted',
    make({ leaf: makeIdentity({ now, serial: 9, subject: personName('TINUA-1111111111') }) }),
  ],
  ['a certificate of tomorrow', 'certificate-not-yet-valid', person({ validFrom: now + day })],
  [
    'a certificate of last year',
    'certificate-expired',
    person({ validFrom: now - 400 * day, validTo: now - day }),
  ],
  ['a key for encryption', 'certificate-usage', person({ usage: 0x20 })],
  ['a key for nothing', 'certificate-usage', person({ usage: null })],
  ['an authority that signs itself in', 'certificate-is-ca', person({ ca: true, usage: 0xc6 })],
  // Node does not accept these as authorities
  ['an authority whose key may only sign', 'certificate-is-ca', person({ ca: true, usage: 0xc0 })],
  [
    'an authority by the use of its key alone',
    'certificate-is-ca',
    person({ constraints: [], usage: 0xc4 }),
  ],
  [
    'first a person, then an authority',
    'issuer-untrusted',
    person({ constraints: [constraints(), constraints(boolean(true))] }),
  ],
  [
    'constraints that are none',
    'issuer-untrusted',
    person({ constraints: [extension('2.5.29.19', true, octets(Buffer.from('x')))] }),
  ],
  [
    'something behind the constraints',
    'certificate-malformed',
    person({
      constraints: [extension('2.5.29.19', true, Buffer.concat([sequence(), sequence()]))],
    }),
  ],
  [
    'two usages of the key',
    'issuer-untrusted',
    person({ extension: extension('2.5.29.15', true, bits(Buffer.from([0x06]))) }),
  ],
];

test.each(forged)('an invalid signature is rejected: %s (%s)', (_, reason, bytes) => {
  expect(verify(bytes, digest, now)).toEqual({ refused: reason });
});
