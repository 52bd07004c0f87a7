import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { utf8 } from '../../../../test/support/diia/der.ts';
import { makeIdentity, makePki, pemOf } from '../../../../test/support/diia/pki.ts';
import { readAuthorities, watchExpiry } from './authorities.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const day = 24 * 3600 * 1000;
const { authority, leaf } = makePki(now);
const second = makeIdentity({ now, ca: true, serial: 2 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brama-ca-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
const read = (production = false) => readAuthorities(folder, { production });
const serials = () => read().map(({ serialNumber }) => Number.parseInt(serialNumber, 16));

describe('the folder of certificate authorities', () => {
  test('reads PEM, several certificates in one file, and DER', () => {
    put('a.pem', `comment\n${pemOf(authority.der)}${pemOf(second.der)}`);
    put('b.der', second.der);
    put('c.CRT', authority.der);
    put('README.md', 'not looked at');
    expect(serials()).toEqual([1, 2, 2, 1]);
  });

  test.each(['DER', 'PEM'])(
    'reads a bundle as %s, and ignores certificates that are not authorities',
    (form) => {
      put('ca.pem', pemOf(authority.der) + pemOf(leaf.der));
      const all = join(folder, 'ca.pem');
      const bundle = execFileSync('openssl', [
        'crl2pkcs7',
        '-nocrl',
        '-certfile',
        all,
        '-outform',
        form,
      ]);
      rmSync(all);
      put('diia_ecdsa.p7b', bundle);
      expect(serials()).toEqual([1]);
    },
  );

  test.each([
    ['an empty folder', () => {}, 'there is no certificate of an authority in'],
    [
      'only a person',
      () => put('a.pem', pemOf(leaf.der)),
      'there is no certificate of an authority in',
    ],
    [
      'a file of something else',
      () => put('a.pem', 'hello'),
      'cannot read a certificate from the file a.pem',
    ],
    [
      'a damaged file',
      () => put('a.der', authority.der.subarray(0, 200)),
      'cannot read a certificate from the file a.der',
    ],
    [
      'an empty bundle',
      () =>
        put(
          'a.p7b',
          execFileSync('openssl', ['crl2pkcs7', '-nocrl', '-outform', 'DER'], { input: '' }),
        ),
      'there is no certificate in the file a.p7b',
    ],
  ])('%s is rejected', (_, prepare, reason) => {
    prepare();
    expect(() => read()).toThrow(`DIIA_CA_DIR: ${reason}`);
  });

  test('a missing folder is rejected', () => {
    rmSync(folder, { recursive: true });
    expect(() => read()).toThrow('DIIA_CA_DIR: cannot read the folder');
  });

  test('production rejects the authority of the simulator', () => {
    const simulated = makeIdentity({
      now,
      ca: true,
      subject: [['2.5.4.10', utf8('Diia simulator, not for production')]],
    });
    put('a.pem', pemOf(simulated.der));
    expect(() => read(true)).toThrow('DIIA_CA_DIR: holds the authority of the simulator');
    expect(read(false)).toHaveLength(1);
  });
});

describe('expiry', () => {
  const left = (days: number) => {
    put(
      'a.pem',
      pemOf(
        makeIdentity({ now, ca: true, validFrom: now - 900 * day, validTo: now + days * day }).der,
      ),
    );
    const said: string[] = [];
    const log = {
      info: (_: unknown, text: string) => said.push(`info: ${text}`),
      warn: (_: unknown, text: string) => said.push(`warn: ${text}`),
      error: (_: unknown, text: string) => said.push(`error: ${text}`),
    };
    watchExpiry(read(), () => now, log as never)();
    return said;
  };

  test.each([
    [60, []],
    [59, ['warn: Diia authority expires soon']],
    [0, ['warn: Diia authority expires soon']],
    [-1, ['error: Diia authority has expired']],
  ])('%i days left', (days, said) => {
    expect(left(days)).toEqual(['info: Diia authority loaded', ...said]);
  });

  test('each trusted authority is logged with its fingerprint', () => {
    put('a.pem', pemOf(authority.der));
    const told: unknown[] = [];
    const log = { info: (about: unknown) => told.push(about), warn: () => {}, error: () => {} };
    watchExpiry(read(), () => now, log as never)();
    const digest = createHash('sha256').update(authority.der).digest('hex').toUpperCase();
    const fingerprint = digest.match(/../g)?.join(':');
    expect(told).toEqual([expect.objectContaining({ serial: '01', fingerprint })]);
  });
});
