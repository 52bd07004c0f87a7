import { createHash, X509Certificate } from 'node:crypto';
import * as pkijs from 'pkijs';
import { describe, expect, test } from 'vitest';
import { makeSignature } from '../../../../test/support/diia/cms.ts';
import { bits, boolean, integer, octets, sequence } from '../../../../test/support/diia/der.ts';
import {
  type CertificateOptions,
  constraints,
  extension,
  type Identity,
  makeIdentity,
  makePki,
  personName,
} from '../../../../test/support/diia/pki.ts';
import { readKeyUsage } from './key-usage.ts';
import { createVerifier } from './verify.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const day = 24 * 3600 * 1000;
const digest = createHash('sha256').update('uuid').digest();
const { authority, leaf } = makePki(now);
const verifierOf = (...pinned: Identity[]) =>
  createVerifier(pinned.map(({ der }) => new X509Certificate(der)));
const make = (options: { leaf: Identity }) => makeSignature({ digest, now, ...options });
const good = { leaf, digest, now };

describe('the key usage of a certificate', () => {
  const claims = (options: Partial<CertificateOptions>) =>
    readKeyUsage(pkijs.Certificate.fromBER(Buffer.from(makeIdentity({ now, ...options }).der)));
  const nothing = { isAuthority: false, mayCertify: false, maySign: false };

  test.each<[string, Partial<CertificateOptions>, Partial<typeof nothing>]>([
    ['a person', {}, { maySign: true }],
    ['a person without constraints', { constraints: [] }, { maySign: true }],
    ['for signing alone', { usage: 0x80 }, { maySign: true }],
    ['for declarations alone', { usage: 0x40 }, { maySign: true }],
    ['for encryption', { usage: 0x20 }, {}],
    ['for nothing that is told', { usage: null }, {}],
    ['an authority', { ca: true }, { isAuthority: true, mayCertify: true }],
    [
      'an authority with a short path',
      { constraints: [constraints(boolean(true), integer(0))], usage: 0x06 },
      { isAuthority: true, mayCertify: true },
    ],
    ['an authority of any use', { ca: true, usage: null }, { isAuthority: true, mayCertify: true }],
    [
      'an authority that may only sign',
      { ca: true, usage: 0xc0 },
      { isAuthority: true, maySign: true },
    ],
    [
      'one that certifies without being an authority',
      { constraints: [], usage: 0xc4 },
      { isAuthority: true, maySign: true },
    ],
    [
      'a path without being an authority',
      { constraints: [constraints(integer(3))] },
      { maySign: true },
    ],
    ['one that says no', { constraints: [constraints(boolean(false))] }, { maySign: true }],
  ])('%s', (_, options, told) => {
    expect(claims(options)).toEqual({ ...nothing, ...told });
  });

  const usageTwice = extension('2.5.29.15', true, bits(Buffer.from([0x06])));
  test.each<[string, Partial<CertificateOptions>]>([
    ['constraints given twice', { constraints: [constraints(), constraints(boolean(true))] }],
    ['a use given twice', { extension: usageTwice }],
    ['constraints that are none', { constraints: [extension('2.5.29.19', true, octets(digest))] }],
    ['constraints of another kind', { constraints: [constraints(octets(digest))] }],
    [
      'something behind the constraints',
      { constraints: [extension('2.5.29.19', true, Buffer.concat([sequence(), sequence()]))] },
    ],
    [
      'a use that is none',
      { usage: null, extension: extension('2.5.29.15', true, octets(digest)) },
    ],
  ])('%s: the certificate is rejected', (_, options) => {
    expect(() => claims(options)).toThrow();
  });
});

describe('pinned authorities', () => {
  test('a certificate that is not an authority is not trusted, even if it may sign otherwise', () => {
    const subject = personName('TINUA-1111111111');
    const pinned = makeIdentity({ now, issuer: authority, serial: 8, subject, usage: null });
    const issued = makeIdentity({ now, issuer: pinned, serial: 9, subject });
    expect(verifierOf(pinned)(make({ leaf: issued }), digest, now)).toEqual({
      refused: 'issuer-untrusted',
    });
  });

  test.each([
    ['its key may not certify', { ca: true, usage: 0xc0 }],
    ['its constraints do not say so', { ca: false, usage: 0x06 }],
    ['it has no constraints', { constraints: [], usage: 0x06 }],
    [
      'it says so once and denies it once',
      { constraints: [constraints(boolean(true)), constraints()], usage: 0x06 },
    ],
  ])('a certificate is not an authority if %s', (_, claims) => {
    const pinned = makeIdentity({ now, ...claims });
    const issued = makeIdentity({ now, issuer: pinned, serial: 9, subject: personName('TINUA-1') });
    expect(verifierOf(pinned)(make({ leaf: issued }), digest, now)).toEqual({
      refused: 'issuer-untrusted',
    });
  });

  test('an authority without key usage is trusted', () => {
    const pinned = makeIdentity({ now, ca: true, usage: null });
    const subject = personName('TINUA-3184710691');
    const issued = makeIdentity({ now, issuer: pinned, serial: 9, subject });
    expect(verifierOf(pinned)(make({ leaf: issued }), digest, now)).toEqual({
      taxId: '3184710691',
    });
  });

  test('an expired authority is not trusted', () => {
    const old = makeIdentity({ now, ca: true, validFrom: now - 900 * day, validTo: now - day });
    const late = makeIdentity({
      now,
      issuer: old,
      serial: 9,
      subject: personName('TINUA-3184710691'),
    });
    expect(verifierOf(old)(make({ leaf: late }), digest, now)).toEqual({
      refused: 'issuer-expired',
    });
  });

  test('without authorities, every signature is rejected', () => {
    expect(verifierOf()(makeSignature(good), digest, now)).toEqual({ refused: 'issuer-untrusted' });
  });
});
