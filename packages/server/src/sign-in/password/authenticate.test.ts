import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { RequestError } from '../../errors.ts';
import type { Requester } from '../../jobs/fair-queue.ts';
import { type AuthenticateDeps, createAuthenticate } from './authenticate.ts';

const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$salt$hash';
const credentials = { userId: 'u', usernameKey: 'o.shevchenko', passwordHash, disabled: false };
const from = (ip: string) => ({ ip }) as FastifyRequest;

/** Everything around a proof, which notes in what order it is asked. */
function watched(changes: Partial<AuthenticateDeps> = {}) {
  const steps: string[] = [];
  const turns: Requester[] = [];
  const note = (step: string) => async () => void steps.push(step);
  const authenticate = createAuthenticate({
    deviceOf: async () => undefined,
    hashQueue: {
      async run(turn, work) {
        turns.push(turn);
        steps.push('turn');
        return work();
      },
    },
    async admit() {
      steps.push('counted');
      return { succeed: note('right'), withdraw: note('withdrawn') };
    },
    findCredentials: async () => credentials,
    renewPasswordHash: async () => true,
    hasher: {
      hash: async () => passwordHash,
      async verify(_, password) {
        steps.push('hashed');
        return password === 'right';
      },
    },
    dummyHashes: { dummyHashFor: async () => passwordHash },
    pause: note('paused'),
    ...changes,
  });
  return { steps, turns, authenticate };
}

test('a try waits for its turn, is counted, and only then hashed', async () => {
  const { steps, authenticate } = watched();
  const wrong = await authenticate(from('192.0.2.1'), { username: 'o', password: 'wrong' });
  expect([wrong, steps]).toEqual([
    expect.objectContaining({ refused: 'wrong-password' }),
    ['turn', 'counted', 'hashed'],
  ]);
  steps.length = 0;
  const right = await authenticate(from('192.0.2.1'), { username: 'o', password: 'right' });
  expect([right, steps]).toEqual([
    { userId: 'u', passwordHash },
    ['turn', 'counted', 'hashed', 'right'],
  ]);
});

test('one that finds no turn is not counted, one that has to wait is not hashed, one that fails was none', async () => {
  const refuse = (code: 'busy' | 'sign-in.throttled') => () =>
    Promise.reject(new RequestError(code));
  const tried = { username: 'o', password: 'right' };
  const noTurn = watched({ hashQueue: { run: refuse('busy') } });
  await expect(noTurn.authenticate(from('192.0.2.1'), tried)).rejects.toMatchObject({
    code: 'busy',
  });
  expect(noTurn.steps).toEqual(['paused']);
  const throttled = watched({ admit: refuse('sign-in.throttled') });
  await expect(throttled.authenticate(from('192.0.2.1'), tried)).rejects.toThrow(RequestError);
  expect(throttled.steps).toEqual(['turn', 'paused']);
  const fails = () => Promise.reject(new TypeError());
  const broken = watched({ hasher: { hash: fails, verify: fails } });
  await expect(broken.authenticate(from('192.0.2.1'), tried)).rejects.toThrow(TypeError);
  expect(broken.steps).toEqual(['turn', 'counted', 'withdrawn']);
  const blind = watched({ findCredentials: fails });
  await expect(blind.authenticate(from('192.0.2.1'), tried)).rejects.toThrow(TypeError);
  expect(blind.steps).toEqual(['turn']);
});

test('a stranger’s turn is that of the network, a known device’s that of its user', async () => {
  const { turns, authenticate } = watched({
    deviceOf: async (request) =>
      request.ip === '192.0.2.1' ? { userId: 'u', device: 'device' } : undefined,
  });
  for (const ip of ['192.0.2.1', '192.0.2.77', '2001:db8:1:2::3'])
    await authenticate(from(ip), { username: 'O.Shevchenko', password: 'right' });
  expect(turns).toEqual([
    { group: 'u', source: 'device', isTrusted: true },
    { group: '192.0.2.0/24', source: '192.0.2.77', isTrusted: false },
    { group: '2001:db8:1::/48', source: '2001:db8:1:2::/64', isTrusted: false },
  ]);
});

test('an attempt is counted under the user who is meant, and under what was typed where nobody is', async () => {
  const counted: unknown[] = [];
  const admit: AuthenticateDeps['admit'] = async (tried) => {
    counted.push(tried);
    return { succeed: async () => undefined, withdraw: async () => undefined };
  };
  let meant: typeof credentials | undefined = credentials;
  const { authenticate } = watched({
    admit,
    findCredentials: async () => meant,
    deviceOf: async () => ({ userId: 'u', device: 'device' }),
  });
  const given = { username: 'O@campus.example', password: 'right' };
  await authenticate(from('192.0.2.1'), given);
  // while it waited, the address has become that of another user, or of nobody
  meant = { ...credentials, userId: 'v', usernameKey: 'other' };
  await authenticate(from('192.0.2.1'), given);
  meant = undefined;
  await authenticate(from('192.0.2.1'), given);
  const network = '192.0.2.1';
  expect(counted).toEqual([
    { username: 'o.shevchenko', network, device: 'device' },
    { username: 'other', network, device: undefined },
    { username: 'o@campus.example', network, device: undefined },
  ]);
});
