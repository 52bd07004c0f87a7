import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ChallengeOwner, challengeMs, createChallenges } from './challenges.ts';

const time = { now: 1_000_000 };
const make = () => createChallenges(createSecretKey(randomBytes(32)), () => time.now);
const challenges = make();
const owner: ChallengeOwner = { purpose: 'sign-in', boundTo: 'secret of a browser' };

test('a challenge is valid for its owner, and no challenge is like another', () => {
  const challenge = challenges.issue(owner);
  expect(challenges.check(challenge, owner)).toEqual({
    challenge,
    expiresAt: time.now + challengeMs,
  });
  expect(challenges.issue(owner)).not.toBe(challenge);
});

test.each<[string, ChallengeOwner]>([
  ['purpose', { ...owner, purpose: 'add' }],
  ['browser', { ...owner, boundTo: 'secret of another browser' }],
])('another %s is refused', (_what, other) => {
  expect(challenges.check(challenges.issue(owner), other)).toEqual({ refused: 'foreign' });
});

test('a challenge under another key is refused', () => {
  expect(challenges.check(make().issue(owner), owner)).toEqual({ refused: 'foreign' });
});
