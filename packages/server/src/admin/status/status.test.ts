// Settings in effect and the state of the installation: what is shown, and that no secret is.

import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addCaller, callRoute, weakSession } from '../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { diiaSecrets, json } from '../../../test/support/diia/partner.ts';
import { makeDiiaWorld } from '../../../test/support/diia/world.ts';
import { makeGoogleWorld, olena } from '../../../test/support/google/world.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';
import { allSettings, readConfig } from '../../app/config.ts';

const secretSettings = Object.values(allSettings).filter(({ secret }) => secret);

describe('settings in effect', () => {
  const found = (env: Record<string, string>, name: string, file = '') =>
    readConfig(env, () => file).inEffect.find((one) => one.name === name);

  test('say the value, and where it comes from', () => {
    expect(found({}, 'PORT')).toMatchObject({ value: '3000', source: 'default' });
    expect(found({ PORT: '4000' }, 'PORT')).toMatchObject({ value: '4000', source: 'environment' });
    expect(found({ PORT_FILE: '/port' }, 'PORT', '5000')).toMatchObject({
      value: '5000',
      source: 'file',
    });
    // computed from others
    expect(found({ PORT: '4000' }, 'BASE_URL')).toMatchObject({
      value: 'http://localhost:4000',
      source: 'default',
    });
  });

  test('never have a secret, also not of a file or in an address', () => {
    const key = (from: string) => hash('sha256', from);
    const env = {
      DATABASE_URL: 'postgres://brama:hidden-database@db/brama',
      SMTP_URL: 'smtp://mail:hidden-mail@mail.example:587',
      MAIL_FROM: 'id@campus.example',
      DATA_KEY: key('a'),
      TAX_ID_KEY_FILE: '/tax-id-key',
      GOOGLE_CLIENT_ID: 'brama',
      GOOGLE_CLIENT_SECRET: 'hidden-google-secret-text',
    };
    const { inEffect } = readConfig(env, () => key('b'));
    const shown = JSON.stringify(inEffect);
    for (const hidden of ['hidden', key('a'), key('b')]) expect(shown).not.toContain(hidden);
    expect(secretSettings.length).toBeGreaterThan(4);
    for (const { name } of secretSettings)
      expect(inEffect.find((one) => one.name === name)).toMatchObject({
        isSecret: true,
        value: null,
      });
    expect(inEffect).toHaveLength(Object.keys(allSettings).length);
  });
});

describeOnDatabases('state of the installation', (kind) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(kind, { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'id@x.example' });
    await addCaller(world, 'reader', ['auditor']);
  });
  afterEach(() => world.close());

  async function status() {
    const caller = await weakSession(world, 'reader');
    const response = await callRoute(world, 'readStatus', caller);
    expect(response.statusCode).toBe(200);
    return response.json();
  }

  test('says what works, and what nothing has shown yet', async () => {
    const { database, mail, methods, jobs, nodes } = await status();
    expect(database).toMatchObject({ kind, migration: expect.stringMatching(/^\d{4}-/) });
    expect(database.sizeBytes).toBeGreaterThan(0);
    expect(mail).toMatchObject({ state: 'unknown', lastFailureAt: null });
    // the caller has signed in by password
    expect(methods).toContainEqual({
      method: 'password',
      state: 'works',
      lastSignInAt: new Date(world.clock.now).toISOString(),
      lastFailureAt: null,
      reason: null,
    });
    expect(methods).toContainEqual(expect.objectContaining({ method: 'diia', state: 'unused' }));
    expect(jobs.map(({ job }: { job: string }) => job)).toContain('logouts');
    // servers in tests do not listen
    expect(nodes).toEqual([]);
  });

  test('counts what waits and what fails', async () => {
    await world.db
      .insertInto('queued_notices')
      .values({
        id: 'one',
        user_id: world.olena,
        notice: 'email-changed',
        former_email: null,
        at: 1000,
        expires_at: world.clock.now + 1000,
      })
      .execute();
    const { jobs } = await status();
    expect(jobs).toContainEqual({
      job: 'notices',
      waiting: 1,
      failing: 0,
      oldestAt: new Date(1000).toISOString(),
    });
  });

  test('lists the servers that were seen within two minutes', async () => {
    const at = world.clock.now;
    const node = (id: string, seenAt: number) => ({
      id,
      host: id,
      version: '1.0.0',
      started_at: 0,
      seen_at: seenAt,
    });
    await world.db
      .insertInto('nodes')
      .values([node('first', at), node('gone', at - 121_000)])
      .execute();
    expect((await status()).nodes).toMatchObject([{ host: 'first', version: '1.0.0' }]);
  });
});

describe('external systems of sign-in methods', () => {
  async function methodOf(world: World, method: string) {
    const response = await callRoute(world, 'readStatus', await weakSession(world, 'reader'));
    return response.json().methods.find((one: { method: string }) => one.method === method);
  }

  const refuses = (code: string) => () =>
    Promise.reject(new TypeError('fetch failed hush', { cause: { code } }));

  test('Diia fails from a refused link to the next one', async () => {
    const world = await makeDiiaWorld('sqlite');
    try {
      await addCaller(world, 'reader', ['auditor']);
      expect(await methodOf(world, 'diia')).toMatchObject({ state: 'unknown', reason: null });
      const failedAt = new Date(world.clock.now).toISOString();
      for (const [reason, answer] of [
        ['unavailable', json(503, { name: 'hush' })],
        ['unavailable', json(502, 'hush')],
        ['unavailable', json(200, { processCode: 12201002, template: {} })],
        ['credentials', json(403, { message: 'hush' })],
        ['settings', json(404, { message: 'Branch hush not found' })],
        ['unreachable', refuses('ENOTFOUND')],
        ['certificate', refuses('CERT_HAS_EXPIRED')],
        ['timeout', () => Promise.reject(new DOMException('hush', 'TimeoutError'))],
        ['unexpected-answer', json(200, { deeplink: 'https://hush.example/' })],
      ] as const) {
        world.diia.next.push(...(world.diia.calls.length === 0 ? [json(200, { token: 'x' })] : []));
        world.diia.next.push(answer);
        expect((await world.askLink()).answer.statusCode).toBe(503);
        const shown = await methodOf(world, 'diia');
        expect(shown).toEqual({
          method: 'diia',
          state: 'fails',
          lastSignInAt: null,
          lastFailureAt: failedAt,
          reason,
        });
        for (const secret of ['hush', ...Object.values(diiaSecrets)])
          expect(JSON.stringify(shown)).not.toContain(secret);
      }
      world.clock.now += 1000;
      expect((await world.askLink()).answer.statusCode).toBe(200);
      expect(await methodOf(world, 'diia')).toMatchObject({
        state: 'works',
        lastFailureAt: failedAt,
        reason: 'unexpected-answer',
      });
    } finally {
      await world.close();
    }
  });

  test('Google fails while its metadata or the exchange fails, but not by wrong codes', async () => {
    const world = await makeGoogleWorld('sqlite');
    const { trouble } = world.google;
    const shown = () => methodOf(world, 'google');
    const signIn = async () => (await world.createBrowser().signIn(olena)).statusCode;
    try {
      await addCaller(world, 'reader', ['auditor']);
      trouble.set('*', refuses('ECONNREFUSED'));
      await world.createBrowser().get('/api/google/redirect');
      expect(await shown()).toMatchObject({
        state: 'fails',
        lastFailureAt: new Date(world.clock.now).toISOString(),
        reason: 'unreachable',
      });
      trouble.set('*', async () => new Response('hush', { status: 503 }));
      await world.createBrowser().get('/api/google/redirect');
      expect(await shown()).toMatchObject({ state: 'fails', reason: 'unavailable' });
      trouble.set('*', async () => new Response('<html>hush'));
      await world.createBrowser().get('/api/google/redirect');
      expect(await shown()).toMatchObject({ state: 'fails', reason: 'unexpected-answer' });
      trouble.clear();
      expect(await signIn()).toBe(200);
      expect((await shown()).state).toBe('works');

      // a browser can send any code
      const answer = (error: string, status: number) => async () =>
        Response.json({ error, error_description: 'hush' }, { status });
      trouble.set('/token', answer('invalid_grant', 400));
      expect(await signIn()).toBe(401);
      expect((await shown()).state).toBe('works');
      trouble.set('/token', answer('invalid_client', 401));
      expect(await signIn()).toBe(401);
      // new metadata does not hide it
      world.clock.now += 6 * 60_000;
      await world.createBrowser().get('/api/google/redirect');
      const failing = await shown();
      expect(failing).toMatchObject({ state: 'fails', reason: 'credentials' });
      expect(JSON.stringify(failing)).not.toMatch(/hush|invalid/);
      trouble.clear();
      expect(await signIn()).toBe(200);
      expect((await shown()).state).toBe('works');
    } finally {
      await world.close();
    }
  });
});
