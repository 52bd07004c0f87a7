// What comes after what: an ask is answered before anybody is looked up, whom a letter is for is looked at again when
// its turn has come, and a password by a link is hashed when it is its turn.

import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { fail } from '../../../errors.ts';
import type { User } from '../../../users/user.ts';
import { createReset } from './reset.ts';

const request = { ip: '192.0.2.1', log: { info: () => undefined } } as unknown as FastifyRequest;

test('nothing is sent to whoever may not sign in any more when their letter has its turn', async () => {
  const user = { id: 'u', username: 'o', email: 'o@campus.example', disabled: false } as User;
  const waiting: (() => Promise<void>)[] = [];
  const sent: unknown[] = [];
  let lookedUp = 0;
  const deps = {
    requestLimits: { countStart: async () => undefined },
    limits: { take: async () => 0 },
    resets: { issue: async () => 'token' },
    userById: async () => user,
    async findCredentials() {
      lookedUp += 1;
      return { userId: 'u', passwordHash: 'hash', disabled: false };
    },
  };
  const mail = {
    mailer: { send: async (letter: unknown) => void sent.push(letter) },
    jobQueue: { add: (...all: unknown[]) => void waiting.push(all[2] as () => Promise<void>) },
    letters: { reset: () => 'letter' },
  };
  const { ask } = createReset(deps as never, mail as never);
  const lookInto = async () => {
    const before = lookedUp;
    await ask(request, 'uk', 'o');
    expect(lookedUp).toBe(before);
    await waiting.shift()?.();
    expect(waiting).toHaveLength(1);
  };
  await lookInto();
  await waiting.shift()?.();
  expect(sent).toEqual(['letter']);
  await lookInto();
  user.disabled = true;
  await waiting.shift()?.();
  expect(sent).toEqual(['letter']);
});

test('a password that is set by a link takes its turn with the others', async () => {
  const user = { id: 'u', username: 'o', email: null, disabled: false } as User;
  let hashed = 0;
  const deps = {
    resets: { userIdOf: async () => 'u' },
    userById: async () => user,
    faultOf: async () => undefined,
    findCredentials: async () => ({ userId: 'u', passwordHash: 'hash', disabled: false }),
    hashQueue: { run: async () => fail('busy') },
    hasher: {
      async hash() {
        hashed += 1;
        return fail('internal');
      },
    },
  };
  const { use } = createReset(deps as never, {} as never);
  const used = use(request, 'uk', { token: 'token', newPassword: 'zq7fW2mXc9Kt' });
  await expect(used).rejects.toMatchObject({ code: 'busy' });
  expect(hashed).toBe(0);
});
