import { describe, expect, test } from 'vitest';
import type { Session } from '../../sessions/session.ts';
import type { AuthenticationRequirements } from '../suspended-requests/suspended-request.ts';
import { stepUpFor, type UserFactors } from './step-up.ts';

const person = 'urn:brama:acr:2';
const mfa = 'urn:brama:acr:mfa';

const byPassword: Session = {
  uid: 'uid',
  userId: 'olena',
  method: 'password',
  verifiedAt: 1000,
  createdAt: 0,
  seenAt: 0,
  expiresAt: 9000,
  isSharedComputer: false,
};
const byDiia: Session = { ...byPassword, method: 'diia' };
const raised: Session = { ...byPassword, amr: ['pwd', 'otp', 'mfa'] };

const recovered: Session = { ...byPassword, amr: ['otp'] };

const nothing: UserFactors = {
  hasSecondFactor: false,
  factorsCountFrom: undefined,
  maySetUpSecondFactor: true,
  identityMethods: [],
};
const factor: UserFactors = { ...nothing, hasSecondFactor: true };
const held: UserFactors = { ...factor, factorsCountFrom: 5000 };
const diia: UserFactors = { ...nothing, identityMethods: ['diia'] };
const all: UserFactors = { ...factor, identityMethods: ['diia', 'passkey'] };

const signIn = (...methods: string[]) => ({ kind: 'sign-in', methods });
const wholeSignIn = { kind: 'sign-in', methods: undefined };
const secondFactor = { kind: 'second-factor' };
const noFactor = { kind: 'obstacle', obstacle: 'no-second-factor' };
const mustWait = { kind: 'obstacle', obstacle: 'factors-wait' };
const noProof = { kind: 'obstacle', obstacle: 'no-identity-proof' };

type Case = [string, Session, AuthenticationRequirements, UserFactors, object];

const cases: Case[] = [
  ['two factors, with a factor', byPassword, { levels: [mfa] }, factor, secondFactor],
  ['two factors, with a factor, after Diia', byDiia, { levels: [mfa] }, factor, secondFactor],
  ['two factors, without a factor', byPassword, { levels: [mfa] }, diia, noFactor],
  ['two factors, with a factor, recovered', recovered, { levels: [mfa] }, factor, wholeSignIn],
  ['two factors, without a factor, recovered', recovered, { levels: [mfa] }, nothing, noFactor],
  [
    'two factors, with a factor that does not count yet',
    byPassword,
    { levels: [mfa] },
    held,
    mustWait,
  ],
  [
    'two factors, before a factor that would not count',
    byPassword,
    { levels: [mfa] },
    { ...held, hasSecondFactor: false },
    mustWait,
  ],
  [
    'two factors, with a factor that counts after Diia',
    byDiia,
    { levels: [mfa] },
    held,
    secondFactor,
  ],
  [
    'one of two levels, with a factor that does not count yet',
    byPassword,
    { levels: [person, mfa] },
    { ...held, identityMethods: ['diia'] },
    signIn('diia'),
  ],
  ['the minimum of two factors', byPassword, { minimumLevel: mfa }, factor, secondFactor],
  ['identity, with Diia', byPassword, { levels: [person] }, diia, signIn('diia')],
  [
    'identity, with Diia and a passkey',
    byPassword,
    { levels: [person] },
    all,
    signIn('diia', 'passkey'),
  ],
  ['identity, with two factors already', raised, { levels: [person] }, diia, signIn('diia')],
  ['identity, not provable', byPassword, { levels: [person] }, factor, noProof],
  [
    'identity, provable by no accepted method',
    byPassword,
    { minimumLevel: person, methods: ['password'] },
    all,
    noProof,
  ],
  [
    'one of two levels: a factor is less than a sign-in',
    byPassword,
    { levels: [person, mfa] },
    all,
    secondFactor,
  ],
  [
    'one of two levels, with Diia only',
    byPassword,
    { levels: [person, mfa] },
    diia,
    signIn('diia'),
  ],
  ['one of two levels, with nothing', byPassword, { levels: [person, mfa] }, nothing, noFactor],
  [
    'both levels: the identity first',
    byPassword,
    { levels: [mfa], minimumLevel: person },
    all,
    signIn('diia', 'passkey'),
  ],
  ['both levels, after Diia', byDiia, { levels: [mfa], minimumLevel: person }, all, secondFactor],
  [
    'both levels, identity not provable',
    byPassword,
    { levels: [mfa], minimumLevel: person },
    factor,
    noProof,
  ],
  [
    'two factors, but also a later sign-in',
    byPassword,
    { levels: [mfa], after: 1000 },
    all,
    wholeSignIn,
  ],
  [
    'two factors, but also another method',
    byPassword,
    { levels: [mfa], methods: ['google'] },
    all,
    signIn('google'),
  ],
  ['a later sign-in', raised, { levels: [mfa], after: 1000 }, all, wholeSignIn],
  ['another user', byPassword, { levels: [mfa], userId: 'taras' }, all, wholeSignIn],
  [
    'another subject',
    byPassword,
    { levels: [person], subject: { sector: 's', sub: 'x' } },
    nothing,
    wholeSignIn,
  ],
];

describe('what a signed-in user provides', () => {
  test.each(cases)('%s', (_what, session, requirements, factors, stepUp) => {
    expect(stepUpFor(session, requirements, factors, () => 'y')).toEqual(stepUp);
  });
});
