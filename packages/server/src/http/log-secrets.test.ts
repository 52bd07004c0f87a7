import { expect, test } from 'vitest';
import { eventsIn } from '../../test/support/events.ts';
import { clientSecret, type TokenOptions } from '../../test/support/google/issuer.ts';
import { makeGoogleWorld, olena } from '../../test/support/google/world.ts';
import { apps, makeWorld, ours, password } from '../../test/support/world.ts';

// Uses the server as a user does, with the log at its most detailed level, then searches the log for every secret.
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
    // users type passwords into the username field
    secrets.set('a password as a name', 'hush-typed-as-a-name');
    await world.post('/api/auth', { username: 'hush-typed-as-a-name', password: 'x' });
    await world.post('/uk/', 'username=hush-typed-as-a-name&password=x', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    await world.post('/uk/password/forgot', 'username=hush-typed-as-a-name', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    // error messages may quote the rejected input
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
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await world.post('/uk/password/forgot', 'username=o.shevchenko%40campus.example', form);
    await expect.poll(() => world.letters.length).toBe(1);
    const code = /#([\w-]{43})/.exec(JSON.stringify(world.letters))?.[1] ?? '';
    secrets.set('reset token', code).set('address', 'campus.example');
    for (const newPassword of ['Refused-1', 'Taken-7-and-some-more', 'Late-7-and-some-more']) {
      secrets.set(newPassword, newPassword);
      await world.post('/uk/password/reset', `code=${code}&newPassword=${newPassword}`, form);
      await world.post('/api/password', { currentPassword: 'Hush', newPassword }, { cookie });
    }
    await world.db.schema.dropTable('application_tickets').execute();
    const broken = await world.send({ url: `/api/ticket?${query}` });
    expect(broken.json().error.code).toBe('internal');
    await world.post('/api/auth/logout', undefined, { cookie });

    const seen = new Set(eventsIn(world.lines).map(({ event }) => event));
    for (const event of [
      'sign-in.succeeded',
      'sign-in.refused',
      'password.changed',
      'session.ended',
    ])
      expect(seen, event).toContain(event);
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

// signs in and links with Google, with valid and invalid responses, then searches the log for every value that was
// exchanged
test('the log of Google sign-ins has only outcomes and hashed subjects', async () => {
  const world = await makeGoogleWorld('postgres');
  const secrets = new Set<string>([clientSecret, 'access_token', 'id_token', 'eyJ']);
  const remember = (browser: ReturnType<typeof world.createBrowser>, address = '') => {
    for (const value of browser.jar.values()) secrets.add(value.split('.').at(-1) ?? value);
    if (address) for (const part of new URL(address).searchParams.values()) secrets.add(part);
  };
  const go = async (person: typeof olena, token: TokenOptions = {}) => {
    const browser = world.createBrowser();
    const address = await browser.begin(`?appId=${apps.campus.id}&state=hush-in-state`);
    remember(browser, address);
    const returned = world.google.choose(address, person, token);
    secrets.add(returned.code).add(person.sub).add(person.email);
    const answer = await browser.finish(returned);
    remember(browser);
    await browser.finish(returned);
    return answer.statusCode;
  };
  try {
    expect(await go(olena)).toBe(200);
    const changes = [
      { sub: '998877' },
      { hd: 'foreign.example' },
      { email_verified: false },
      { email: 'nobody@campus.example', sub: '665544' },
    ];
    for (const change of changes) expect(await go({ ...olena, ...change })).toBe(401);
    const tokens: TokenOptions[] = [
      { claims: { nonce: 'hush-nonce' } },
      { claims: { aud: 'hush-audience' } },
      { claims: { exp: 1 } },
      { alg: 'none' },
      { kid: 'hush-kid' },
    ];
    for (const token of tokens) expect(await go(olena, token)).toBe(401);
    const troubles: (() => Promise<Response>)[] = [
      async () =>
        Response.json({ error: 'invalid_grant', error_description: 'hush-a' }, { status: 400 }),
      async () => new Response('hush-b', { status: 502 }),
      async () =>
        Response.json({ access_token: 'hush-c', token_type: 'Bearer', id_token: 'hush-d' }),
      () => Promise.reject(new Error('hush-e')),
    ];
    for (const trouble of troubles) {
      world.google.trouble.set('/token', trouble);
      expect(await go(olena)).toBe(401);
    }
    world.google.recover();
    const cookie = await world.signIn();
    const browser = world.createBrowser(cookie);
    const { address } = (await browser.call('POST', '/api/google/link')).json();
    remember(browser, address);
    await browser.finish(world.google.choose(address, { ...olena, sub: '443322' }));
    secrets.add('443322');
    await browser.call('DELETE', '/api/google/link');

    const log = world.lines.join('');
    // values that are not secret, such as scope and client id
    const plain = new Set([
      'code',
      'S256',
      'select_account',
      'uk',
      'openid email',
      'campus.example',
    ]);
    const told = [...secrets].filter((secret) => !plain.has(secret) && secret.length > 3);
    for (const secret of [...told, 'hush-']) expect(log.includes(secret), secret).toBe(false);
    const accounts = world.told().flatMap(({ account }) => account ?? []);
    expect(new Set(accounts).size, 'one name for each account').toBe(4);
    const seen = new Set(eventsIn(world.lines).map(({ event }) => event));
    for (const event of ['google.linked', 'google.unlinked', 'sign-in.refused'])
      expect(seen, event).toContain(event);
  } finally {
    await world.close();
  }
});
