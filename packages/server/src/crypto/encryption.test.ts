import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEncryption } from './encryption.ts';

const encryption = createEncryption(randomBytes(32));

test('a value decrypts only with its own context and key', () => {
  const encrypted = encryption.encrypt('3184710691', 'session 1');
  expect(encrypted).not.toContain('3184710691');
  expect(encryption.decrypt(encrypted, 'session 1')).toBe('3184710691');
  expect(encryption.decrypt(encrypted, 'session 2')).toBeUndefined();
  expect(createEncryption(randomBytes(32)).decrypt(encrypted, 'session 1')).toBeUndefined();
});

test('the same text is encrypted differently each time', () => {
  expect(encryption.encrypt('x', 'c')).not.toBe(encryption.encrypt('x', 'c'));
});

test('a damaged value is not decrypted', () => {
  const encrypted = encryption.encrypt('3184710691', 'c');
  for (let at = 0; at < encrypted.length; at += 1) {
    const other = encrypted[at] === 'A' ? 'B' : 'A';
    const damaged = encrypted.slice(0, at) + other + encrypted.slice(at + 1);
    expect(encryption.decrypt(damaged, 'c'), damaged).toBeUndefined();
  }
  for (const more of [
    `${encrypted}x`,
    `${encrypted}=`,
    `${encrypted} `,
    encrypted.replace('v1.', 'v1. '),
  ])
    expect(encryption.decrypt(more, 'c'), more).toBeUndefined();
  for (const short of ['', 'v1.', 'v1.AAAA', encrypted.slice(0, 30), encrypted.slice(3)])
    expect(encryption.decrypt(short, 'c')).toBeUndefined();
});
