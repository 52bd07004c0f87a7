import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEncryption } from './encryption.ts';

const encryption = createEncryption(randomBytes(32));

test('what is sealed opens in its own place only', () => {
  const sealed = encryption.encrypt('3184710691', 'session 1');
  expect(sealed).not.toContain('3184710691');
  expect(encryption.decrypt(sealed, 'session 1')).toBe('3184710691');
  expect(encryption.decrypt(sealed, 'session 2')).toBeUndefined();
  expect(createEncryption(randomBytes(32)).decrypt(sealed, 'session 1')).toBeUndefined();
});

test('the same text never looks the same', () => {
  expect(encryption.encrypt('x', 'c')).not.toBe(encryption.encrypt('x', 'c'));
});

test('whatever is damaged does not open', () => {
  const sealed = encryption.encrypt('3184710691', 'c');
  for (let at = 0; at < sealed.length; at += 1) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    const damaged = sealed.slice(0, at) + other + sealed.slice(at + 1);
    expect(encryption.decrypt(damaged, 'c'), damaged).toBeUndefined();
  }
  for (const more of [`${sealed}x`, `${sealed}=`, `${sealed} `, sealed.replace('v1.', 'v1. ')])
    expect(encryption.decrypt(more, 'c'), more).toBeUndefined();
  for (const short of ['', 'v1.', 'v1.AAAA', sealed.slice(0, 30), sealed.slice(3)])
    expect(encryption.decrypt(short, 'c')).toBeUndefined();
});
