// Several secrets, and what owners see of the operation of their application, over both protocols with secrets.

import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { addOidcApplications, portal } from '../../../test/support/oidc/applications.ts';
import { createClient } from '../../../test/support/oidc/client.ts';
import { apps, makeWorld, type World } from '../../../test/support/world.ts';
import { hashSecret } from '../../crypto/secrets.ts';
import { ApplicationActivity, maxRefusals } from './activity.ts';

const hour = 3_600_000;
const later = 'TmV3IHNlY3JldCBmb3IgdGhlIGFwcGxpY2F0aW9u';
const over = 'T2xkIHNlY3JldCBvZiB0aGUgYXBwbGljYXRpb24u';

describeOnDatabases('the activity of applications', (kind) => {
  let world: World;
  let server: World['server'];
  beforeAll(async () => {
    world = await makeWorld(kind, { RATE_LIMIT_SECRETS_PER_MINUTE: '1000' });
    world.clock.now = Date.now();
    await addOidcApplications(world.db);
    server = await world.node();
    const { now } = world.clock;
    const secret = (id: string, text: string, expiresAt: number) => ({
      id,
      name: `${id} name`,
      createdAt: 0,
      expiresAt,
      hash: hashSecret(text),
    });
    const secrets = [secret('later', later, now + 24 * hour), secret('over', over, now - 1)];
    await world.db
      .updateTable('applications')
      .set({ secrets: JSON.stringify(secrets) })
      .where('id', 'in', [portal.id, apps.campus.id])
      .execute();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.db.deleteFrom('application_refusals').execute();
    await world.db.deleteFrom('application_sign_ins').execute();
    await world.db.deleteFrom('application_steps').execute();
    await world.db.deleteFrom('application_secret_uses').execute();
  });

  /** Stores what the server has noted: it does so when it closes. */
  async function stored() {
    await server.close();
    server = await world.node();
  }

  const refusalsOf = async (id: string) => {
    await stored();
    const rows = await world.db
      .selectFrom('application_refusals')
      .selectAll()
      .where('application_id', '=', id)
      .orderBy('at')
      .execute();
    return rows.map(({ at, count, facts }) => ({ at, count, ...JSON.parse(facts) }));
  };
  const usesOf = async (id: string) => {
    await stored();
    const rows = await world.db
      .selectFrom('application_secret_uses')
      .select(['secret_id', 'used_at'])
      .where('application_id', '=', id)
      .orderBy('secret_id')
      .execute();
    return rows.map((row) => [row.secret_id, row.used_at]);
  };
  const signInOf = async (id: string) => {
    await stored();
    const rows = world.db.selectFrom('application_sign_ins').select('at');
    return (await rows.where('application_id', '=', id).executeTakeFirst())?.at;
  };

  const stepsOf = async (id: string) => {
    await stored();
    const rows = await world.db
      .selectFrom('application_steps')
      .select('step')
      .where('application_id', '=', id)
      .orderBy('step')
      .execute();
    return rows.map(({ step }) => step);
  };

  const send = (options: InjectOptions) => server.inject(options);
  const resolve = async (secret: string, ticketId = 'x'.repeat(43)) => {
    const query = new URLSearchParams({ appId: apps.campus.id, appSecret: secret, ticketId });
    return send({ url: `/api/ticket?${query}` });
  };
  const askToken = async (secret: string, way: 'basic' | 'post') => {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'x'.repeat(43),
      redirect_uri: portal.callback,
    });
    if (way === 'post')
      for (const [name, value] of [
        ['client_id', portal.id],
        ['client_secret', secret],
      ] as const)
        body.set(name, value);
    const basic = Buffer.from(`${portal.id}:${secret}`).toString('base64');
    const answer = await send({
      method: 'POST',
      url: '/oidc/token',
      payload: `${body}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(way === 'basic' && { authorization: `Basic ${basic}` }),
      },
    });
    return [answer.statusCode, answer.json().error];
  };

  test('the ticket protocol accepts every secret that has not expired', async () => {
    for (const secret of [apps.campus.secret, later])
      expect((await resolve(secret)).json().error.code).toBe('application.ticket-refused');
    for (const secret of [over, 'other'])
      expect((await resolve(secret)).json().error.code).toBe('application.credentials-refused');
    const { now: at } = world.clock;
    const request = { at, request: 'ticket request' };
    expect(await refusalsOf(apps.campus.id)).toEqual(
      expect.arrayContaining([
        { ...request, count: 2, error: 'application.ticket-refused' },
        ...['secret-expired', 'secret-unknown'].map((reason) => ({
          ...request,
          count: 1,
          reason,
          error: 'application.credentials-refused',
        })),
      ]),
    );
    expect(await usesOf(apps.campus.id)).toEqual([
      ['later', at],
      ['manifest', at],
    ]);
  });

  test('OpenID Connect accepts every secret that has not expired', async () => {
    for (const secret of [portal.secret, later])
      expect(await askToken(secret, 'basic')).toEqual([400, 'invalid_grant']);
    for (const secret of [over, 'other'])
      expect(await askToken(secret, 'basic')).toEqual([401, 'invalid_client']);
    const refusals = await refusalsOf(portal.id);
    expect(refusals.map(({ error, reason = '' }) => `${error} ${reason}`).sort()).toEqual([
      'invalid_client secret-expired',
      'invalid_client secret-unknown',
      'invalid_grant it is unknown, has expired, or was not given to this client',
    ]);
    expect((await usesOf(portal.id)).map(([id]) => id)).toEqual(['later', 'manifest']);
    for (const secret of [portal.secret, later, over])
      expect(JSON.stringify([refusals, world.lines])).not.toContain(secret);
  });

  test('client_secret_post accepts them too', async () => {
    const found = await world.db
      .selectFrom('applications')
      .select('protocol_settings')
      .where('id', '=', portal.id)
      .executeTakeFirstOrThrow();
    const settings = JSON.parse(found.protocol_settings);
    settings.metadata.token_endpoint_auth_method = 'client_secret_post';
    const set = (text: string) =>
      world.db
        .updateTable('applications')
        .set({ protocol_settings: text })
        .where('id', '=', portal.id)
        .execute();
    await set(JSON.stringify(settings));
    expect(await askToken(later, 'post')).toEqual([400, 'invalid_grant']);
    expect(await askToken(over, 'post')).toEqual([401, 'invalid_client']);
    await set(found.protocol_settings);
  });

  test('the use of a secret is stored at most once an hour', async () => {
    const log = { warn: () => undefined };
    const activity = new ApplicationActivity({ db: world.db, now: () => world.clock.now, log });
    const first = world.clock.now;
    async function usedAt(at: number) {
      world.clock.now = at;
      activity.secretUsed(apps.campus.id, 'later');
      await activity.flush();
      const rows = world.db.selectFrom('application_secret_uses').select('used_at');
      return (await rows.executeTakeFirst())?.used_at;
    }
    expect(await usedAt(first)).toBe(first);
    expect(await usedAt(first + hour - 1)).toBe(first);
    expect(await usedAt(first + hour)).toBe(first + hour);
  });

  test('a complete sign-in is noted, by both protocols', async () => {
    const cookie = await world.signIn();
    expect(await signInOf(apps.campus.id)).toBeUndefined();
    const launch = await send({
      url: `/api/app-redirect?appId=${apps.campus.id}`,
      headers: { cookie },
    });
    const ticket = new URL(`${launch.headers.location}`).searchParams.get('ticketId') ?? '';
    expect((await resolve(later, ticket)).statusCode).toBe(200);
    expect(await signInOf(apps.campus.id)).toBe(world.clock.now);
    const client = await createClient(server, { secret: later });
    const begun = await client.begin();
    const { pathname, search } = new URL(begun.address);
    const answer = await send({ url: pathname + search, headers: { cookie } });
    expect(await signInOf(portal.id)).toBeUndefined();
    expect(await stepsOf(portal.id)).toEqual(['issued']);
    const again = await createClient(server, { secret: later });
    await again.finish(`${answer.headers.location}`, begun);
    expect(await signInOf(portal.id)).toBe(world.clock.now);
  });

  test('a request without a session has not got further, a refused one not even so far', async () => {
    const client = await createClient(server, { secret: later });
    const { address } = await client.begin();
    const { pathname, search } = new URL(address);
    await send({ url: `${pathname}${search.replace('callback', 'elsewhere')}` });
    expect(await stepsOf(portal.id)).toEqual([]);
    await send({ url: pathname + search });
    expect(await stepsOf(portal.id)).toEqual(['requested']);
  });

  test('a wrong redirect URI is kept with its difference, without values of its query', async () => {
    const ask = (address: string) => {
      const query = new URLSearchParams({
        client_id: portal.id,
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
        state: 'HushState',
        redirect_uri: address,
      });
      return send({ url: `/oidc/auth?${query}` });
    };
    for (let i = 0; i < 3; i += 1) await ask(`${portal.callback}/?token=HushToken${i}`);
    const [refusal, ...others] = await refusalsOf(portal.id);
    expect(others).toEqual([]);
    expect(refusal).toEqual({
      at: world.clock.now,
      count: 3,
      request: 'authorization request',
      error: 'invalid_redirect_uri',
      parameter: 'redirect_uri',
      received: [`${portal.callback}/?token=…`],
      registered: [portal.callback],
      differs: ['trailing-slash', 'query'],
    });
    for (let i = 0; i < 2 * maxRefusals; i += 1) {
      world.clock.now += 1;
      await ask(`https://other-${i}.example/`);
    }
    const kept = await refusalsOf(portal.id);
    expect(kept).toHaveLength(maxRefusals);
    expect(kept.at(-1)).toMatchObject({
      received: [`https://other-${2 * maxRefusals - 1}.example/`],
    });
    expect(kept[0]).toMatchObject({ received: [`https://other-${maxRefusals}.example/`] });
    expect(JSON.stringify(kept)).not.toContain('Hush');
  });

  test('notes about an application that is gone are dropped', async () => {
    const lines: unknown[] = [];
    const log = { warn: (...line: unknown[]) => void lines.push(line) };
    const activity = new ApplicationActivity({ db: world.db, now: () => world.clock.now, log });
    activity.signedIn('gone');
    activity.secretUsed('gone', 'x');
    activity.refused('gone', { request: 'x', error: 'y' });
    activity.signedIn(apps.campus.id);
    await activity.flush();
    expect(lines).toEqual([]);
    expect(await signInOf(apps.campus.id)).toBe(world.clock.now);
    expect(await signInOf('gone')).toBeUndefined();
  });
});
