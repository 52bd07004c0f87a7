// How far a thief gets with exactly one API token of each role, with all permissions of the role: the table of tokens in
// docs/evidence/threat-model.md. The thief reads, changes, and tries what no token may do, on own objects of the token’s user and on foreign ones.

import { type Role, roles } from '@brama/contract/admin/roles';
import type { AdminRoute } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOwnApplication } from '../support/admin/application-examples.ts';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  tokenOf,
} from '../support/admin/callers.ts';
import { examples } from '../support/admin/examples.ts';
import { addSecondFactors } from '../support/admin/factors.ts';
import { form, formOf } from '../support/oidc/raw.ts';
import { createSecondFactorSteps } from '../support/second-factor/steps.ts';
import { addUser, apps, makeWorld, ours, type World } from '../support/world.ts';

const chosen = 'zq7fW2mXc9Kt';
const hour = 3_600_000;

let world: World;

const addOther = () => addUser(world.db, { username: crypto.randomUUID() }, world.passwordHash);
const addHolder = (role: Role) => addCaller(world, crypto.randomUUID(), [role]);

/** Returns the input of a change of an application, which then leads to the thief. */
async function applicationOf(ownerId: string): Promise<Input> {
  const { id } = await addOwnApplication(world, ownerId);
  return {
    params: { id },
    body: { protocol: { type: 'ticket', redirectUrl: 'https://thief.example/' } },
  };
}
async function secretOf(ownerId: string): Promise<Input> {
  const { id } = await addOwnApplication(world, ownerId);
  const expiresAt = new Date(world.clock.now + hour).toISOString();
  return { params: { id }, body: { name: 'of the thief', expiresAt } };
}
const newAddress = (id: string): Input => ({
  params: { id },
  body: { email: `${crypto.randomUUID()}@mail.example` },
});
async function appOf(role: Role): Promise<Input> {
  const id = await addHolder(role);
  await addSecondFactors(world, id);
  return { params: { id, factor: 'authenticator-app' } };
}
async function exampleOf(id: AdminRouteId, ownerId: string): Promise<Input> {
  const { object, input } = examples[id];
  const params = await object?.(world, ownerId);
  return { ...input?.(world), ...(params && { params }) };
}

type Attempt = (ownerId: string) => Promise<[AdminRouteId, Input?]>;

/** On an object of the user of the token, if the route is about one that a user may own. */
const on =
  (id: AdminRouteId): Attempt =>
  async (ownerId) => [id, await exampleOf(id, ownerId)];
const onAnother =
  (id: AdminRouteId): Attempt =>
  async () => [id, await exampleOf(id, await addOther())];

/** What the thief tries. `ownerId` is the user of the token. */
const attempts: Record<string, Attempt> = {
  'reading users': on('listUsers'),
  'reading factors of a user': onAnother('readFactors'),
  'reading who has a role': on('listRoles'),
  'reading events': on('listEvents'),
  'reading an own application': on('readApplication'),
  'reading another application': onAnother('readApplication'),
  'redirecting an own application': async (id) => ['updateApplication', await applicationOf(id)],
  'redirecting another application': async () => [
    'updateApplication',
    await applicationOf(await addOther()),
  ],
  'a secret for an own application': async (id) => ['createApplicationSecret', await secretOf(id)],
  'a secret for another application': async () => [
    'createApplicationSecret',
    await secretOf(await addOther()),
  ],
  'creating an application': on('createApplication'),
  'creating a user': on('createUser'),
  'inviting a user': on('inviteUser'),
  'changing a group': on('updateGroup'),
  'a group that the owner lacks': async () => {
    const group = crypto.randomUUID();
    await world.db.insertInto('groups').values({ name: group, created_at: 0 }).execute();
    return ['putMembership', { params: { id: await addOther(), group }, body: {} }];
  },
  'ending the sessions of a user': on('endSessions'),
  'erasing a user': async () => ['eraseUser', { params: { id: await addOther() } }],
  'removing the app of a user': on('removeFactor'),
  'removing the app of an auditor': async () => ['removeFactor', await appOf('auditor')],
  'removing the app of an administrator': async () => [
    'removeFactor',
    await appOf('administrator'),
  ],
  'another address of a user': async () => ['updateUser', newAddress(await addOther())],
  'another address of an auditor': async () => [
    'updateUser',
    newAddress(await addHolder('auditor')),
  ],
  'another address of an administrator': async () => [
    'updateUser',
    newAddress(await addHolder('administrator')),
  ],
  'another address of the owner': async (id) => ['updateUser', newAddress(id)],
  'revoking a token of the owner': on('revokeToken'),
  'revoking another token': onAnother('revokeToken'),
};

const reading = [
  'reading users',
  'reading factors of a user',
  'reading events',
  'reading an own application',
  'reading another application',
];
const support = [
  'creating a user',
  'inviting a user',
  'ending the sessions of a user',
  'removing the app of a user',
  'another address of a user',
];
const ownApplications = [
  'reading an own application',
  'redirecting an own application',
  'a secret for an own application',
];
const reached: Record<Role, readonly string[]> = {
  administrator: Object.keys(attempts).filter(
    (name) => !name.endsWith(' of an administrator') && name !== 'another address of the owner',
  ),
  operator: [...reading, ...support, 'revoking a token of the owner'],
  'application-owner': [...ownApplications, 'reading events', 'revoking a token of the owner'],
  auditor: [...reading, 'reading who has a role', 'revoking a token of the owner'],
};

const withoutTokens = Object.entries<AdminRoute>(adminRoutes).flatMap(([id, { sensitive }]) =>
  sensitive === 'no-tokens' ? [id as AdminRouteId] : [],
);

describe.each(roles)('a stolen API token of the role %s', (role) => {
  let token: Caller;
  beforeAll(async () => {
    world = await makeWorld('sqlite', {
      SMTP_URL: 'smtp://localhost',
      MAIL_FROM: 'a@campus.example',
      RATE_LIMIT_SECRETS_PER_MINUTE: '10000',
    });
    token = await tokenOf(world, await addHolder(role), { roles: [role] });
  });
  afterAll(() => world.close());

  test('reads and changes what the role may', async () => {
    const done: string[] = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      const [id, input] = await attempt(token.userId);
      if ((await callRoute(world, id, token, input)).statusCode < 300) done.push(name);
    }
    expect(done.sort()).toEqual([...reached[role]].sort());
  });

  test('makes no token, role, access code, reset, approval or signing key', async () => {
    expect(withoutTokens.sort()).toEqual([
      'approveAction',
      'approveImport',
      'createSource',
      'createToken',
      'grantRole',
      'issueAccessCode',
      'issueImportCodes',
      'linkPerson',
      'readRegister',
      'refuseImport',
      'repeatImport',
      'resetFactors',
      'revokeRole',
      'rotateKeys',
      'startImport',
      'updateSource',
      'withdrawApproval',
    ]);
    for (const id of withoutTokens) {
      const { statusCode } = await callRoute(world, id, token, await exampleOf(id, token.userId));
      expect([id, statusCode]).toEqual([id, 403]);
    }
  });

  test('opens no application and no account', async () => {
    const { headers } = token;
    const status = async (url: string) => (await world.send({ url, headers })).statusCode;
    expect(await Promise.all(['/user', '/api/sessions', '/api/passkeys'].map(status))).toEqual([
      401, 401, 401,
    ]);
    const url = `/api/app-redirect?appId=${apps.campus.id}`;
    expect((await world.send({ url, headers })).headers.location).toMatch(/^\/uk\//);
  });
});

describe('by a stolen API token', () => {
  beforeAll(async () => {
    world = await makeWorld('sqlite', {
      SMTP_URL: 'smtp://localhost',
      MAIL_FROM: 'a@campus.example',
    });
  });
  afterAll(() => world.close());

  test.each(['operator', 'administrator'] as const)(
    'of the role %s another user without a role is taken over, and both addresses get an email',
    async (role) => {
      world.letters.length = 0;
      const token = await tokenOf(world, await addHolder(role), { roles: [role] });
      const username = crypto.randomUUID();
      const id = await addUser(world.db, { username }, world.passwordHash);
      const steps = createSecondFactorSteps(world);
      await steps.addApp(id);
      const factor = 'authenticator-app';
      const removed = await callRoute(world, 'removeFactor', token, { params: { id, factor } });
      const email = `thief-${role}@mail.example`;
      const changed = await callRoute(world, 'updateUser', token, {
        params: { id },
        body: { email },
        headers: { 'if-match': removed.headers.etag ?? '"1"' },
      });
      expect([removed.statusCode, changed.statusCode]).toEqual([204, 200]);

      const submit = (url: string, fields: Record<string, string>) =>
        world.send({ method: 'POST', url, payload: formOf(fields), headers: { ...ours, ...form } });
      await submit('/uk/password/forgot', { username });
      const reset = () => world.letters.find(({ subject }) => subject === 'Новий пароль');
      await expect.poll(reset).toMatchObject({ to: email });
      const link = reset()?.paragraphs.find((one) => typeof one === 'object');
      const code = typeof link === 'object' ? new URL(link.href).hash.slice(1) : '';
      await submit('/uk/password/reset', { code, newPassword: chosen });
      const proved = await world.post('/api/auth', { username, password: chosen });
      const answer = await world.post('/api/auth/internal', proved.json());
      expect([answer.statusCode, answer.json()]).toEqual([200, {}]);

      const told = () =>
        world.letters.filter(({ subject }) => subject === 'uk email-changed').map(({ to }) => to);
      await expect.poll(() => told().sort()).toEqual([`${username}@campus.example`, email].sort());
    },
  );
});
