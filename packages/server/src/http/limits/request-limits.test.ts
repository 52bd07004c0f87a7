// Which requests are counted, and for which device or network.

import type { FastifyRequest } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { fail } from '../../errors.ts';
import { createRequestLimits } from './request-limits.ts';

let device: string | undefined;
let wait: number;
let counted: unknown[];
beforeEach(() => {
  device = undefined;
  wait = 0;
  counted = [];
});

const request = { ip: '2001:db8::1' } as FastifyRequest;
const kind = { name: 'google' };
const network = '2001:db8:0:0::/64';
const limits = createRequestLimits({
  trustedDevice: async () => device,
  limits: {
    async countStart(...all) {
      counted.push(all);
      return wait;
    },
    secretWaitSeconds: async () => wait,
    async countWrongSecret(...all) {
      counted.push(all);
    },
  },
});

test('a start counts for the trusted device, or for the network if there is none', async () => {
  await limits.countStart(request, kind);
  device = 'known';
  await limits.countStart(request, kind);
  expect(counted).toEqual([
    [kind, { network }],
    [kind, { device: 'known' }],
  ]);
  wait = 20;
  await expect(limits.countStart(request, kind)).rejects.toMatchObject({
    code: 'request.too-many',
    retryAfterSeconds: 20,
  });
});

test('a rejected secret counts as wrong; a right secret or an internal error does not', async () => {
  expect(await limits.verifySecret(request, 'portal', async () => 'right')).toBe('right');
  const fault = async () => {
    throw new Error('no database');
  };
  await expect(limits.verifySecret(request, 'portal', fault)).rejects.toThrow('no database');
  expect(counted).toEqual([]);
  const refusal = async () => fail('application.credentials-refused');
  await expect(limits.verifySecret(request, 'portal', refusal)).rejects.toThrow();
  expect(counted).toEqual([[network, 'portal']]);
  wait = 10;
  const asked = limits.verifySecret(request, 'portal', async () => 'right');
  await expect(asked).rejects.toMatchObject({ code: 'request.too-many', retryAfterSeconds: 10 });
});

test('a wrong secret that was looked up is counted, or refused after too many', async () => {
  await limits.countWrongSecret(request, 'administration');
  expect(counted).toEqual([[network, 'administration']]);
  wait = 10;
  await expect(limits.countWrongSecret(request, 'administration')).rejects.toMatchObject({
    code: 'request.too-many',
    retryAfterSeconds: 10,
  });
  expect(counted).toHaveLength(1);
});
