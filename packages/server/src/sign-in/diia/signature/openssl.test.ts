// Compares our code with another implementation: our verifier accepts signatures of `openssl cms -cades`, and openssl
// accepts those of our test support.

import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeSignature } from '../../../../test/support/diia/cms.ts';
import { makePki, pemOf } from '../../../../test/support/diia/pki.ts';
import { createVerifier } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'brama-openssl-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const now = Date.now();
const { authority, leaf } = makePki(now);
const verify = createVerifier([new X509Certificate(authority.der)]);
// a user confirms the hash of a secret; openssl needs the secret itself
const secret = randomBytes(36);
const digest = createHash('sha256').update(secret).digest();

function file(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
const key = leaf.privateKey.export({ format: 'pem', type: 'pkcs8' });
const files = {
  secret: file('secret', secret),
  key: file('key.pem', key),
  leaf: file('leaf.pem', pemOf(leaf.der)),
  authority: file('ca.pem', pemOf(authority.der)),
};

test('a signature made by openssl is accepted', () => {
  const made = join(folder, 'made.der');
  const common = ['-binary', '-in', files.secret, '-outform', 'DER', '-out', made];
  openssl(
    'cms',
    '-sign',
    '-cades',
    '-md',
    'sha256',
    '-signer',
    files.leaf,
    '-inkey',
    files.key,
    ...common,
  );
  expect(verify(readFileSync(made), digest, now)).toEqual({ taxId: '3184710691' });
  expect(verify(readFileSync(made), randomBytes(32), now)).toEqual({ refused: 'digest-mismatch' });
});

test('openssl accepts a signature made by the test helpers', () => {
  const made = file('ours.der', makeSignature({ leaf, digest, now }));
  const judge = (content: string) =>
    openssl(
      'cms',
      '-verify',
      '-cades',
      '-binary',
      '-inform',
      'DER',
      '-in',
      made,
      '-content',
      content,
      '-CAfile',
      files.authority,
      '-purpose',
      'any',
    );
  expect(() => judge(files.secret)).not.toThrow();
  expect(() => judge(file('other', 'another secret'))).toThrow();
});
