// The order of a password reset. The response precedes all lookups, and the user is checked again before the email is
// sent. The new password waits in the hash queue.

import { loginNameOf } from '@brama/contract/sign-in/login-name';
import type { FastifyRequest } from 'fastify';
import { assert, expect, test } from 'vitest';
import { fail } from '../../../errors.ts';
import type { User } from '../../../users/user.ts';
import { requestLink, resetPassword } from './reset.ts';

const request = { ip: '192.0.2.1', log: { info: () => undefined } } as unknown as FastifyRequest;

test('a user disabled before the email is sent receives no email', async () => {
  const user = { id: 'u', username: 'o', email: 'o@campus.example', disabled: false } as User;
  const waiting: (() => Promise<void>)[] = [];
  const sent: unknown[] = [];
  let lookedUp = 0;
  const deps = {
    limits: {
      requestLimits: { countStart: async () => undefined },
      limits: { take: async () => 0 },
    },
    events: { counter: { refuse: () => undefined } },
    resetTokens: { issue: async () => 'token' },
    users: {
      byId: async () => user,
      hasPassword: async () => true,
      async findCredentials() {
        lookedUp += 1;
        return { userId: 'u' };
      },
    },
  };
  const mail = {
    mailer: { send: async (letter: unknown) => void sent.push(letter) },
    jobQueue: { add: (...all: unknown[]) => void waiting.push(all[2] as () => Promise<void>) },
    emails: { reset: () => 'letter' },
  };
  const requestAndProcess = async () => {
    const before = lookedUp;
    await requestLink({ password: deps, mail } as never, request, 'uk', loginNameOf('o'));
    expect(lookedUp).toBe(before);
    await waiting.shift()?.();
    expect(waiting).toHaveLength(1);
  };
  await requestAndProcess();
  await waiting.shift()?.();
  expect(sent).toEqual(['letter']);
  await requestAndProcess();
  user.disabled = true;
  await waiting.shift()?.();
  expect(sent).toEqual(['letter']);
});

test('a password reset waits in the hash queue', async () => {
  const user = { id: 'u', username: 'o', email: null, disabled: false } as User;
  const deps = {
    resetTokens: { find: async () => ({ userId: 'u', isInvitation: false, email: null }) },
    users: { byId: async () => user, passwordHashOf: async () => 'hash' },
    validate: async () => undefined,
    hash: async () => fail('busy'),
    ownChanges: { runFor: () => assert.fail('nothing is stored') },
  };
  const given = { token: 'token', newPassword: 'zq7fW2mXc9Kt' };
  const used = resetPassword(deps as never, request, 'uk', given);
  await expect(used).rejects.toMatchObject({ code: 'busy' });
});
