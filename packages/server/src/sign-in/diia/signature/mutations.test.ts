import { createHash, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { attributes, makeSignature } from '../../../../test/support/diia/cms.ts';
import {
  context,
  type Der,
  octets,
  oid,
  sequence,
  set,
  tagged,
} from '../../../../test/support/diia/der.ts';
import { makePki } from '../../../../test/support/diia/pki.ts';
import { createRandom } from '../../../../test/support/random.ts';
import { readSignedMessage } from './cms.ts';
import { createVerifier } from './verify.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const digest = createHash('sha256').update('uuid').digest();
const { authority, leaf } = makePki(now);
const verify = createVerifier([new X509Certificate(authority.der)]);
const unsigned = sequence(oid('1.2.840.113549.1.9.16.2.14'), set(octets(Buffer.alloc(40, 7))));
const good = makeSignature({ leaf, digest, now, unsigned });

/** Returns what the signature proves, to the byte, or that it is refused. */
function proved(bytes: Buffer) {
  const result = verify(bytes, digest, now);
  if ('refused' in result) return result.refused;
  const { certificate, signedBytes } = readSignedMessage(bytes);
  return { ...result, certificate, signedBytes };
}

const original = proved(good);

/**
 * Counts mutants that are refused and mutants that prove the same as before. Fails for any other, which would be a
 * successful attack.
 */
function judge(mutants: Iterable<Buffer>) {
  const counts = { refused: 0, same: 0 };
  for (const mutant of mutants) {
    const result = proved(mutant);
    if (typeof result === 'string') counts.refused += 1;
    else {
      expect(result).toEqual(original);
      counts.same += 1;
    }
  }
  return counts;
}

test('a signature with a changed byte is rejected or proves the same as before', () => {
  expect(typeof original).toBe('object');
  const random = createRandom(20261121);
  const count = 2100;
  function* mutants() {
    for (let i = 0; i < count; i += 1) {
      const mutant = Buffer.from(good);
      // every byte at least twice: first one bit of it, then any other value
      const at = i % good.length;
      mutant[at] = (mutant[at] ?? 0) ^ (i < good.length ? 1 << random(8) : 1 + random(255));
      yield mutant;
    }
  }
  const { refused, same } = judge(mutants());
  expect(refused + same).toBe(count);
  // only unsigned parts may change: version, digest algorithms, the unsigned attribute
  expect(same).toBeGreaterThan(0);
  expect(same).toBeLessThan(0.2 * (refused + same));
}, 120_000);

test('a signature with removed, inserted or replaced bytes is rejected or proves the same', () => {
  const random = createRandom(7);
  function* mutants() {
    for (let i = 0; i < 500; i += 1) {
      const at = random(good.length);
      const more = random(6);
      const noise = Buffer.from(Array.from({ length: random(6) }, () => random(256)));
      yield Buffer.concat([good.subarray(0, at), noise, good.subarray(at + more)]);
    }
  }
  const { refused } = judge(mutants());
  expect(refused).toBeGreaterThan(400);
}, 120_000);

// structures that are hard to parse: none may throw, hang or be accepted
const deep = (tag: number) => {
  let made: Der = octets(Buffer.alloc(1));
  for (let depth = 0; depth < 8000 && made.length < 60_000; depth += 1) made = tagged(tag, made);
  return made;
};
const signed = (part: Der) => sequence(oid('1.2.840.113549.1.7.2'), context(0, part));
const hostile: [string, Buffer][] = [
  ['sequences in sequences', deep(0x30)],
  ['sets in sets', signed(deep(0x31))],
  ['octets in octets', signed(deep(0x24))],
  ['nothing but lengths without end', Buffer.alloc(60_000, Buffer.from([0x30, 0x80]))],
  ['many signers', signed(sequence(...Array.from({ length: 20_000 }, () => Buffer.from([5, 0]))))],
  ['a length of 2^64', Buffer.from('30888888888888888888', 'hex')],
  ['an object identifier without end', signed(tagged(0x06, Buffer.alloc(50_000, 0xff)))],
  ['a huge number', signed(sequence(tagged(0x02, Buffer.alloc(50_000, 0x7f))))],
  [
    'a thousand attributes',
    makeSignature({
      leaf,
      digest,
      now,
      attributes: Array.from({ length: 1000 }, () => attributes.unknown()),
    }),
  ],
];

test.each(hostile)('a malicious structure is rejected: %s', (_, bytes) => {
  expect(verify(bytes, digest, now)).toHaveProperty('refused');
});
