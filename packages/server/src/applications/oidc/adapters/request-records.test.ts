// Token requests as different clients send them: the body in one piece, in several, late, or never.

import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/support/databases.ts';
import { portal } from '../../../../test/support/oidc/applications.ts';
import { type Arena, archive, makeArena } from '../../../../test/support/oidc/arena.ts';
import { basicOf, formOf } from '../../../../test/support/oidc/raw.ts';
import { countStatements, recordStatements } from '../../../../test/support/statements.ts';

const recorder = recordStatements();
afterAll(recorder.stop);

describe.each(databaseKinds)('records of a token request, on %s', (kind) => {
  let arena: Arena;
  let refreshToken: string;

  beforeAll(async () => {
    arena = await makeArena(kind);
    await arena.server.listen({ port: 0, host: '127.0.0.1' });
  });
  beforeEach(async () => {
    refreshToken = (await arena.withTokens()).tokens.refresh_token;
    recorder.take();
  });
  afterAll(() => arena.close());

  const headersOf = (fields: Record<string, string>) =>
    [
      'POST /oidc/token HTTP/1.1',
      ...Object.entries(fields).map((one) => one.join(': ')),
      '',
      '',
    ].join('\r\n');

  function open(): Promise<Socket> {
    const socket = connect((arena.server.server.address() as AddressInfo).port, '127.0.0.1');
    return once(socket, 'connect').then(() => socket);
  }

  /** Sends the pieces one after the other and returns the response. */
  async function exchange(pieces: readonly string[]) {
    const socket = await open();
    const closed = once(socket, 'close');
    let text = '';
    socket.setEncoding('utf8').on('data', (data) => {
      text += data;
    });
    for (const piece of pieces) {
      socket.write(piece);
      await sleep(30);
    }
    await closed;
    return text;
  }

  const body = () => formOf({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const usual = (length: number) =>
    headersOf({
      host: 'localhost:3000',
      connection: 'close',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': `${length}`,
      ...basicOf(portal),
    });

  test.each([
    ['with the headers', (all: string) => [`${usual(all.length)}${all}`], 1],
    ['after the headers', (all: string) => [usual(all.length), all], 1],
    ['in two pieces', (all: string) => [usual(all.length), all.slice(0, 20), all.slice(20)], 4],
    [
      'in chunks',
      (all: string) => [
        usual(0).replace('content-length: 0', 'transfer-encoding: chunked'),
        `${all.length.toString(16)}\r\n${all}\r\n0\r\n\r\n`,
      ],
      4,
    ],
  ])('a body %s', async (_name, piecesOf, reads) => {
    const response = await exchange(piecesOf(body()));
    expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(response).toContain('"refresh_token"');
    expect(countStatements(recorder.take()).reads).toBe(reads);
  });

  test('an aborted request uses no token', async () => {
    const aborted = await open();
    aborted.write(usual(body().length));
    await sleep(30);
    aborted.resetAndDestroy();
    const halfSent = await open();
    halfSent.write(`${usual(body().length)}grant_type=`);
    await sleep(30);
    halfSent.resetAndDestroy();
    await sleep(30);
    expect((await arena.refresh(refreshToken)).statusCode).toBe(200);
  });

  test.each([
    ['of another client', () => arena.refresh(refreshToken, archive)],
    ['with two client ids', () => arena.refresh(refreshToken, portal, { client_id: archive.id })],
    [
      'sent twice',
      () => arena.refresh(refreshToken, portal, { refresh_token: [refreshToken, 'x'] }),
    ],
    ['beside a code', () => arena.refresh('x', portal, { code: refreshToken })],
  ])('a refresh token %s is refused', async (_name, ask) => {
    const { statusCode, body: text } = await ask();
    expect([statusCode, JSON.parse(text).access_token]).toEqual([400, undefined]);
  });

  test('a disabled user, an ended session and a changed application count at once', async () => {
    const { tokens, browser } = await arena.withTokens(archive);
    const refresh = (token: string) => arena.refresh(token, archive);
    const users = arena.db.updateTable('users');
    await users.set({ disabled: 1 }).execute();
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(400);
    await users.set({ disabled: 0 }).execute();
    const renewed = await refresh(tokens.refresh_token);
    expect(renewed.statusCode).toBe(200);
    const application = arena.db.updateTable('applications').where('id', '=', archive.id);
    const access = JSON.stringify({ groups: ['no-such-group'] });
    const { access: before } = await arena.db
      .selectFrom('applications')
      .select('access')
      .where('id', '=', archive.id)
      .executeTakeFirstOrThrow();
    await application.set({ access }).execute();
    expect((await refresh(renewed.json().refresh_token)).statusCode).toBe(400);
    await application.set({ access: before }).execute();
    const out = await arena.post('/api/auth/logout', undefined, { cookie: browser.cookies() });
    expect(out.statusCode).toBe(200);
    expect((await refresh(renewed.json().refresh_token)).statusCode).toBe(400);
  });
});
