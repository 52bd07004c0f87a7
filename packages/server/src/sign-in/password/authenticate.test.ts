import { loginNameOf } from '@brama/contract/sign-in/login-name';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { Statement } from '../../database/direct.ts';
import { RequestError } from '../../errors.ts';
import type { Requester } from '../../jobs/fair-queue.ts';
import { type AuthenticateDeps, createAuthenticate } from './authenticate.ts';

const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$salt$hash';
const credentials = { userId: 'u', usernameKey: 'o.shevchenko', passwordHash, disabled: false };
const from = (ip: string) => ({ ip }) as FastifyRequest;

const named = (username: string, password = 'right') => ({
  username: loginNameOf(username),
  password,
});

/** Dependencies that record the order of the calls. */
/** The statements that refund an attempt. */
const refunds: Statement[] = [];

function recorded(changes: Partial<AuthenticateDeps> = {}) {
  const steps: string[] = [];
  const requesters: Requester[] = [];
  const record = (step: string) => async () => void steps.push(step);
  const authenticate = createAuthenticate({
    devices: { findForUser: async () => undefined },
    hashQueue: {
      async run(requester, work) {
        requesters.push(requester);
        steps.push('turn');
        return work();
      },
    },
    async admit() {
      steps.push('counted');
      return { refunds: () => refunds, withdraw: record('withdrawn') };
    },
    findCredentials: async () => credentials,
    async verifyPassword(_, found, password) {
      steps.push('hashed');
      return found && password === 'right'
        ? { userId: found.userId, passwordHash }
        : { refused: 'wrong-password' };
    },
    countThrottled: (userId, network) => void steps.push(`throttled ${userId} ${network}`),
    pause: record('paused'),
    ...changes,
  });
  return { steps, requesters, authenticate };
}

test('an attempt waits in the hash queue, is counted, and is then hashed', async () => {
  const { steps, authenticate } = recorded();
  const wrong = await authenticate(from('192.0.2.1'), named('o', 'wrong'));
  expect([wrong, steps]).toEqual([
    expect.objectContaining({ refused: 'wrong-password' }),
    ['turn', 'counted', 'hashed'],
  ]);
  steps.length = 0;
  const right = await authenticate(from('192.0.2.1'), named('o'));
  expect([right, steps]).toEqual([
    { userId: 'u', passwordHash, refunds },
    ['turn', 'counted', 'hashed'],
  ]);
});

test('a full queue counts nothing, a limit hashes nothing, an internal error refunds', async () => {
  const refuse = (code: 'busy' | 'sign-in.throttled') => () =>
    Promise.reject(new RequestError(code));
  const tried = named('o');
  const noTurn = recorded({ hashQueue: { run: refuse('busy') } });
  await expect(noTurn.authenticate(from('192.0.2.1'), tried)).rejects.toMatchObject({
    code: 'busy',
  });
  expect(noTurn.steps).toEqual(['paused']);
  const throttled = recorded({ admit: refuse('sign-in.throttled') });
  await expect(throttled.authenticate(from('192.0.2.1'), tried)).rejects.toThrow(RequestError);
  expect(throttled.steps).toEqual(['turn', 'throttled u 192.0.2.1', 'paused']);
  const fails = () => Promise.reject(new TypeError());
  const broken = recorded({ verifyPassword: fails });
  await expect(broken.authenticate(from('192.0.2.1'), tried)).rejects.toThrow(TypeError);
  expect(broken.steps).toEqual(['turn', 'counted', 'withdrawn']);
  const blind = recorded({ findCredentials: fails });
  await expect(blind.authenticate(from('192.0.2.1'), tried)).rejects.toThrow(TypeError);
  expect(blind.steps).toEqual(['turn']);
});

test('an untrusted client queues under its network, a trusted device under its user', async () => {
  const { requesters, authenticate } = recorded({
    devices: {
      findForUser: async (request) =>
        request.ip === '192.0.2.1'
          ? { userId: 'u', device: 'device', hasSecondFactor: false }
          : undefined,
    },
  });
  for (const ip of ['192.0.2.1', '192.0.2.77', '2001:db8:1:2::3'])
    await authenticate(from(ip), named('O.Shevchenko'));
  expect(requesters).toEqual([
    { group: 'u', source: 'device', isTrusted: true },
    { group: '192.0.2.0/24', source: '192.0.2.77', isTrusted: false },
    { group: '2001:db8:1::/48', source: '2001:db8:1:2::/64', isTrusted: false },
  ]);
});

test('an attempt counts for the user’s username, or for an unknown typed name', async () => {
  const counted: unknown[] = [];
  const admit: AuthenticateDeps['admit'] = async (tried) => {
    counted.push(tried);
    return { refunds: () => [], withdraw: async () => undefined };
  };
  let found: typeof credentials | undefined = credentials;
  const { authenticate } = recorded({
    admit,
    findCredentials: async () => found,
    devices: {
      findForUser: async () => ({ userId: 'u', device: 'device', hasSecondFactor: false }),
    },
  });
  const given = named('O@campus.example');
  await authenticate(from('192.0.2.1'), given);
  // during the wait the address was given to another user, then to none
  found = { ...credentials, userId: 'v', usernameKey: 'other' };
  await authenticate(from('192.0.2.1'), given);
  found = undefined;
  await authenticate(from('192.0.2.1'), given);
  const network = '192.0.2.1';
  expect(counted).toEqual([
    { usernameKey: 'o.shevchenko', network, device: 'device' },
    { usernameKey: 'other', network, device: undefined },
    { usernameKey: 'o@campus.example', network, device: undefined },
  ]);
});
