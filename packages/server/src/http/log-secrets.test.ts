import { expect, test } from 'vitest';
import { apps, makeWorld, ours, password } from '../testing/world.ts';

// The whole way of a user with the log at its most talkative, then a search for everything secret.
test('no secret reaches the log', async () => {
  const world = await makeWorld('postgres');
  const secrets = new Map<string, string>([
    ['password', password],
    ['application secret', apps.campus.secret],
    ['password hash', world.passwordHash],
  ]);
  try {
    const first = await world.post('/api/auth', { username: 'o.shevchenko', password });
    const { sessionId } = first.json();
    secrets.set('sign-in ticket', sessionId);
    const entered = await world.post('/api/auth/internal', { sessionId });
    const session = entered.cookies[0]?.value ?? '';
    secrets.set('session id', session);
    const cookie = `brama_session=${session}`;
    await world.send({ url: '/user?token=hush-in-query', headers: { cookie } });
    secrets.set('query', 'hush-in-query');
    const gone = await world.send({
      url: `/api/app-redirect?appId=${apps.campus.id}`,
      headers: { cookie },
    });
    const ticketId = new URL(String(gone.headers.location)).searchParams.get('ticketId') ?? '';
    secrets.set('application ticket', ticketId);
    const query = new URLSearchParams({
      ticketId,
      appId: apps.campus.id,
      appSecret: apps.campus.secret,
    });
    await world.send({ url: `/api/ticket?${query}` });
    const basic = Buffer.from(`${apps.campus.id}:${apps.campus.secret}`).toString('base64');
    secrets.set('basic credentials', basic);
    await world.send({
      method: 'POST',
      url: '/api/ticket',
      headers: { authorization: `Basic ${basic}` },
      payload: { ticketId },
    });
    // refusals and failures quote what they were given, unless told not to
    secrets.set('wrong password', 'Wr0ng-but-secret');
    await world.post('/api/auth', { username: 'o.shevchenko', password: 'Wr0ng-but-secret' });
    await world.send({
      method: 'POST',
      url: '/api/auth',
      headers: ours,
      payload: '{"username":"x","password":"Wr0ng-but-secret"',
    });
    await world.post('/uk/', `username=o.shevchenko&password=Wr0ng-but-secret`, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    await world.send({ url: `/api/nothing;appSecret=${apps.campus.secret}` });
    await world.send({ url: `/%E0%A4%A?appSecret=${apps.campus.secret}` });
    await world.send({ url: `/api/ticket?ticketId=${ticketId}&appSecret=${apps.campus.secret}` });
    await world.post('/api/auth/internal', { sessionId });
    await world.db.schema.dropTable('application_tickets').execute();
    const broken = await world.send({ url: `/api/ticket?${query}` });
    expect(broken.json().error.code).toBe('internal');
    await world.post('/api/auth/logout', undefined, { cookie });

    const log = world.lines.join('');
    expect(world.lines.length).toBeGreaterThan(15);
    expect(log).toContain('"path":"/api/ticket"');
    for (const [name, secret] of secrets) expect(log.includes(secret), name).toBe(false);
    for (const word of ['"cookie"', '"authorization"', '"set-cookie"', 'appSecret='])
      expect(log.toLowerCase().includes(word.toLowerCase()), word).toBe(false);
  } finally {
    await world.close();
  }
});
