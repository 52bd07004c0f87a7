// Sends the calls of three public clients of KPI ID as their code sends them. The fields that they read exist, and
// all differences are those of docs/moving-from-kpi-id.md.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KpiIdCall, kpiIdCalls } from '@brama/contract/api/kpi-id-calls';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from './support/databases.ts';
import { type DiiaWorld, makeDiiaWorld } from './support/diia/world.ts';
import { apps } from './support/world.ts';

const document = readFileSync(
  join(import.meta.dirname, '../../../docs/moving-from-kpi-id.md'),
  'utf8',
);
const names = Object.keys(kpiIdCalls) as KpiIdCall[];

const answerOf = (reply: LightMyRequestResponse) => {
  const code = reply.statusCode < 400 ? '' : ` ${reply.json().error.code}`;
  return `${reply.statusCode}${code}`;
};

describeOnDatabases('KPI ID clients', (kind) => {
  let world: DiiaWorld;
  beforeAll(async () => {
    world = await makeDiiaWorld(kind, { BASE_URL: 'http://localhost:3000' });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    for (const table of ['sessions', 'sign_in_tickets', 'diia_requests'] as const)
      await world.db.deleteFrom(table).execute();
  });

  /** Sends a request as the server of an application, without headers of a browser. */
  const ask = (url: string, headers: Record<string, string> = {}) =>
    world.send({ url, headers: { accept: 'application/json', ...headers } });

  async function newTicket(cookie: string): Promise<string> {
    const url = `/api/app-redirect?appId=${apps.campus.id}`;
    const { location = '' } = (await world.send({ url, headers: { cookie } })).headers;
    return new URL(`${location}`).searchParams.get('ticketId') ?? '';
  }

  const resolve = (ticketId: string) => {
    const { id: appId, secret: appSecret } = apps.campus;
    return ask(`/api/ticket?${new URLSearchParams({ ticketId, appId, appSecret })}`);
  };

  /** Does what `src/app/api/auth/diia` of vote-oss does on its server, up to the sign-in ticket. */
  async function confirmedOnServer() {
    const link = (await ask('/api/diia/app-link')).json();
    await world.confirm(link.requestId);
    return link;
  }

  const openDiia = (language: string) =>
    world.send({ url: `/${language}/diia?appId=${apps.campus.id}` });

  const sendStart = (sessionId: string, headers: Record<string, string> = {}) =>
    world.send({
      method: 'POST',
      url: '/api/auth/internal',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      payload: { sessionId },
    });

  const send: Record<KpiIdCall, () => Promise<LightMyRequestResponse>> = {
    'button-link': async () => {
      const reply = await world.send({ url: `/?appId=${apps.campus.id}` });
      expect(reply.headers.location).toBe(`/uk/?appId=${apps.campus.id}`);
      return reply;
    },

    'diia-page': async () => {
      const [uk, en] = [await openDiia('uk'), await openDiia('en')];
      for (const { headers } of [uk, en]) expect(headers['content-type']).toContain('text/html');
      expect(en.statusCode).toBe(uk.statusCode);
      return uk;
    },

    ticket: async () => {
      const { session } = await world.signedIn();
      const ticketId = await newTicket(session);
      // one client puts the id into a URL without encoding it
      expect(encodeURIComponent(ticketId)).toBe(ticketId);
      const reply = await resolve(ticketId);
      const { data, ...outer } = reply.json();
      expect(outer).toEqual({
        id: ticketId,
        created: expect.any(String),
        applicationId: apps.campus.id,
        traceId: expect.any(String),
      });
      const fields = ['STUDENT_ID', 'EMPLOYEE_ID', 'AUTH_METHOD', 'TAX_ID', 'NAME'];
      expect(Object.keys(data)).toEqual([...fields, 'TRACE_ID', 'TIME_STAMP']);
      for (const value of Object.values(data)) expect(value).toBeTypeOf('string');
      // vote-oss refuses every other method, and users without a student number
      expect(data).toMatchObject({ AUTH_METHOD: 'DIIA', STUDENT_ID: 'KV-2', EMPLOYEE_ID: '' });
      return reply;
    },

    'ticket-again': async () => {
      const ticketId = await newTicket(await world.signIn());
      const first = await resolve(ticketId);
      world.clock.now += 60_000;
      expect((await resolve(ticketId)).json()).toEqual(first.json());
      world.clock.now += 60_000;
      return resolve(ticketId);
    },

    'ticket-expired': async () => {
      const ticketId = await newTicket(await world.signIn());
      world.clock.now += 5 * 60_000 + 1;
      return resolve(ticketId);
    },

    'diia-link': async () => {
      const reply = await ask('/api/diia/app-link');
      expect(reply.json()).toEqual({
        deepLink: expect.stringMatching(/^https:/),
        pageLink: 'http://localhost:3000/uk/diia',
        requestId: expect.any(String),
        createdAt: expect.any(String),
      });
      return reply;
    },

    'diia-status': async () => {
      const { requestId } = await confirmedOnServer();
      return ask(`/api/diia/check-request?${new URLSearchParams({ requestId })}`);
    },

    'start-session': async () => {
      const { requestId, cookie } = await world.confirmed();
      const { status, sessionId } = (await world.check(requestId, cookie)).json();
      expect(status).toBe('Finished');
      const refused = await sendStart(sessionId);
      const accepted = await sendStart(sessionId, { origin: 'http://localhost:3000' });
      expect(accepted.statusCode).toBe(200);
      return refused;
    },

    user: async () => {
      const { session } = await world.signedIn();
      const reply = await ask('/api/user', { cookie: session });
      expect(reply.json().data).toMatchObject({ studentId: 'KV-2' });
      expect(reply.json().data).not.toHaveProperty('STUDENT_ID');
      return reply;
    },

    'sign-out': async () => {
      const { session } = await world.signedIn();
      const refused = await ask('/api/auth/logout', { cookie: session });
      expect(refused.headers.allow).toBe('POST');
      const accepted = await world.send({
        method: 'POST',
        url: '/api/auth/logout',
        headers: { cookie: session, origin: 'http://localhost:3000' },
      });
      expect(accepted.statusCode).toBe(200);
      return refused;
    },
  };

  test('a password user skips the Diia page, and the ticket names the password method', async () => {
    const cookie = await world.signIn();
    const url = `/uk/diia?appId=${apps.campus.id}`;
    const { headers } = await world.send({ url, headers: { cookie } });
    expect(headers.location).toBe(`/uk/apps?appId=${apps.campus.id}`);
    const { data } = (await resolve(await newTicket(cookie))).json();
    expect(data.AUTH_METHOD).toBe('PASSWORD');
  });

  test.each(names)('the call %s gets the documented response', async (name) => {
    expect(answerOf(await send[name]())).toBe(kpiIdCalls[name].answer);
  });
});

test('the document has a row with the actual response for every call', () => {
  const rows = document
    .split('\n')
    .filter((line) => /^\| `(GET|POST) /.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, 4)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(
    names.map((name) => {
      const { call, clients, answer } = kpiIdCalls[name];
      return [`\`${call}\``, clients.join(', '), `\`${answer}\``];
    }),
  );
});
