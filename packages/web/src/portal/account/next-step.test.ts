import { expect, test } from 'vitest';
import { nextStepOf } from './next-step.ts';

type Account = Parameters<typeof nextStepOf>[0];
const passkey = {} as NonNullable<Account['signInMethods']['passkey']>;
const off = {
  app: null,
  isRequired: false,
  canTurnOff: false,
  isOffered: true,
  codesLeft: null,
  fresh: true,
  missing: null,
  browsers: [],
} as unknown as NonNullable<Account['secondFactor']>;
const app = { since: '', lastUsed: null };
const email = (state: 'none' | 'unconfirmed' | 'waiting' | 'usable') => ({ email: null, state });

test.each<[string, string | undefined, Partial<Account>, number]>([
  ['what the university requires', 'two-step', { secondFactor: { ...off, isRequired: true } }, 0],
  ['a passkey, the safest way', 'passkey', {}, 0],
  ['new recovery codes', 'recovery-codes', { secondFactor: { ...off, app, codesLeft: 0 } }, 1],
  ['a secondary address', 'secondary-email', {}, 1],
  ['its confirmation', 'confirm-email', { secondaryEmail: email('unconfirmed') }, 1],
  ['nothing while the address waits', undefined, { secondaryEmail: email('waiting') }, 1],
  ['nothing when all is set up', undefined, { secondaryEmail: email('usable') }, 1],
  [
    'two steps where passkeys are off',
    'two-step',
    {
      signInMethods: { password: true, diia: null, google: null, passkey: null },
      secondaryEmail: email('usable'),
    },
    0,
  ],
  [
    'nothing where all is off',
    undefined,
    {
      signInMethods: { password: true, diia: null, google: null, passkey: null },
      secondFactor: null,
      secondaryEmail: null,
    },
    0,
  ],
])('recommends %s', (_, step, account, passkeys) => {
  const fresh: Account = {
    signInMethods: { password: true, diia: null, google: null, passkey },
    secondFactor: off,
    secondaryEmail: email('none'),
  };
  expect(nextStepOf({ ...fresh, ...account }, passkeys)).toBe(step);
});
