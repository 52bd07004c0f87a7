// What pages offer is what the server permits: each act is tried by each role on each role.

import type { Role } from '@brama/contract/admin/roles';
import type { AdminRouteId } from '@brama/contract/admin/routes';
import { type UserAct, userActs } from '@brama/contract/admin/user-account';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
} from '../../../test/support/admin/callers.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';

const because = { reason: 'lost phone' };

/** A call of each act that nothing but the rule of the act refuses with these codes. */
const calls: Record<UserAct, { route: AdminRouteId; input?: Input }> = {
  change: { route: 'updateUser', input: { body: { givenName: 'Інша' } } },
  'change-ways': { route: 'updateUser' },
  invite: { route: 'inviteUser' },
  'end-sessions': { route: 'endSessions' },
  'remove-factors': { route: 'removeFactor', input: { params: { factor: 'authenticator-app' } } },
  'reset-factors': { route: 'resetFactors', input: { body: because } },
  'lift-waits': { route: 'liftSignInWaits' },
  erase: { route: 'eraseUser' },
};

const holders: Role[] = ['administrator', 'operator', 'application-owner', 'auditor'];
const protectedReason = /administrator/;

describe('acts on users', () => {
  let world: World;
  const callers = new Map<Role, Caller>();
  beforeAll(async () => {
    world = await makeWorld('sqlite');
    for (const role of holders) {
      await addCaller(world, `by-${role}`, [role]);
      callers.set(role, await strongSession(world, `by-${role}`));
    }
  });
  afterAll(() => world.close());

  let count = 0;
  /** Returns whether the server refuses the act because of who both are. */
  async function isRefused(act: UserAct, caller: Caller, id: string): Promise<boolean> {
    const { route, input = {} } = calls[act];
    const params = { ...input.params, id };
    // an address of its own: one that another user has is refused for another reason
    const body = act === 'change-ways' ? { email: `new-${id}@campus.example` } : input.body;
    const response = await callRoute(world, route, caller, { ...input, params, body });
    if (response.statusCode < 400) return false;
    const { code, fields = {} } = response.json();
    if (code === 'admin.higher-role' || code === 'admin.forbidden') return true;
    return code === 'admin.conflict' && protectedReason.test(JSON.stringify(fields));
  }

  async function actsOf(caller: Caller, id: string) {
    const response = await callRoute(world, 'readUserAccount', caller, { params: { id } });
    return response.statusCode === 200 ? response.json().acts : undefined;
  }

  for (const by of ['administrator', 'operator', 'auditor'] as const)
    for (const of of [undefined, ...holders])
      test(`${by} on ${of ?? 'a user without a role'}`, async () => {
        const caller = callers.get(by) as Caller;
        const allowed: Record<string, boolean> = {};
        const permitted: Record<string, boolean> = {};
        for (const act of userActs) {
          count += 1;
          const id = await addCaller(world, `of-${count}`, of ? [of] : []);
          allowed[act] = (await actsOf(caller, id))[act] === null;
          permitted[act] = !(await isRefused(act, caller, id));
        }
        expect(allowed).toEqual(permitted);
      });

  test('on the own account', async () => {
    const operator = callers.get('operator') as Caller;
    const acts = await actsOf(operator, operator.userId);
    expect(acts).toMatchObject({ change: 'own-account', invite: 'own-account' });
    for (const act of ['change', 'change-ways', 'invite', 'lift-waits', 'erase'] as const)
      expect([act, await isRefused(act, operator, operator.userId)]).toEqual([act, true]);
  });
});
