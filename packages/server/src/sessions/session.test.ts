import { describe, expect, test } from 'vitest';
import { isAlive, needsTouch, type Session } from './session.ts';

const session: Session = {
  uid: 'u',
  userId: 'p',
  method: 'password',
  verifiedAt: 0,
  createdAt: 0,
  seenAt: 100_000,
  isSharedComputer: false,
  expiresAt: 600_000,
};
const lifetimes = { idleSeconds: 300, sharedIdleSeconds: 100, absoluteSeconds: 600 };

describe('isAlive', () => {
  test.each([
    [100_000, true],
    [399_999, true],
    [400_000, false],
    [600_000, false],
  ])('at %i ms: %s', (now, alive) => {
    expect(isAlive(session, now, lifetimes)).toBe(alive);
  });

  test.each([
    [199_999, true],
    [200_000, false],
  ])('on a shared computer at %i ms: %s', (now, alive) => {
    expect(isAlive({ ...session, isSharedComputer: true }, now, lifetimes)).toBe(alive);
  });

  test('an active session also ends at its absolute lifetime', () => {
    expect(isAlive({ ...session, seenAt: 599_000 }, 600_000, lifetimes)).toBe(false);
  });
});

describe('needsTouch', () => {
  test.each([
    [100_001, false],
    [129_999, false],
    [130_000, true],
  ])('a session with a short idle lifetime is updated more often: at %i ms %s', (now, needed) => {
    expect(needsTouch(session, now, lifetimes)).toBe(needed);
  });

  test('a session with a long idle lifetime is updated once a minute', () => {
    const long = { idleSeconds: 43_200, sharedIdleSeconds: 600, absoluteSeconds: 604_800 };
    expect(needsTouch(session, 159_999, long)).toBe(false);
    expect(needsTouch(session, 160_000, long)).toBe(true);
  });
});
