// Cookies that an attacker has put into a browser before its user signs in, for every method (session fixation). Also
// cookies beside the user's own (cookie tossing, RFC 6265 §8.6). Cookies of OpenID Connect:
// `oidc/attacks/session.test.ts`.

import { afterEach, describe, expect, test } from 'vitest';
import { hashSecret } from '../../src/crypto/secrets.ts';
import { makeDiiaWorld } from '../support/diia/world.ts';
import { makeGoogleWorld } from '../support/google/world.ts';
import { addUser, makeWorld, ours, password, type World } from '../support/world.ts';

type Arrival = { world: World; set: { name: string; value: string }[]; name: string };

let close: () => Promise<void>;
afterEach(() => close());

const credentials = { username: 'o.shevchenko', password };

/** Signs a user in, by each method, in a browser that holds these cookies. */
const arrivals: Record<string, (planted: (world: World) => Promise<string>) => Promise<Arrival>> = {
  async 'the call of the page'(planted) {
    const world = await makeWorld('sqlite');
    close = world.close;
    const cookie = await planted(world);
    const ticket = await world.post('/api/auth', credentials, { cookie });
    const { cookies } = await world.post('/api/auth/internal', ticket.json(), { cookie });
    return { world, set: cookies, name: 'Шевченко Олена' };
  },
  async 'the form'(planted) {
    const world = await makeWorld('sqlite');
    close = world.close;
    const { cookies } = await world.send({
      method: 'POST',
      url: '/uk/',
      headers: {
        ...ours,
        'content-type': 'application/x-www-form-urlencoded',
        cookie: await planted(world),
      },
      payload: `${new URLSearchParams(credentials)}`,
    });
    return { world, set: cookies, name: 'Шевченко Олена' };
  },
  async Google(planted) {
    const world = await makeGoogleWorld('sqlite');
    close = world.close;
    const browser = world.createBrowser(await planted(world));
    const { cookies } = await browser.signIn();
    return { world, set: cookies, name: 'Шевченко Олена' };
  },
  async Diia(planted) {
    const world = await makeDiiaWorld('sqlite');
    close = world.close;
    const cookie = await planted(world);
    const link = await world.askLink(cookie);
    await world.confirm(link.requestId);
    const { sessionId } = (await world.check(link.requestId, `${cookie}; ${link.cookie}`)).json();
    const { cookies } = await world.post('/api/auth/internal', { sessionId }, { cookie });
    return { world, set: cookies, name: 'Мельник Тарас' };
  },
};

const whoIs = async (world: World, cookie: string) => {
  const answer = await world.send({ url: '/user', headers: { cookie } });
  return answer.statusCode === 200 ? answer.json().fullName : undefined;
};

async function mallorys(world: World) {
  await addUser(world.db, { username: 'mallory' }, world.passwordHash);
  const ticket = await world.post('/api/auth', { username: 'mallory', password });
  const { cookies } = await world.post('/api/auth/internal', ticket.json());
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

const plants: Record<string, (world: World) => Promise<string>> = {
  'made up': async () =>
    ['session', 'device', 'browser', 'diia']
      .map((one) => `brama_${one}=${'A'.repeat(43)}`)
      .join('; '),
  'those of a session of the attacker': mallorys,
};

describe.each(Object.keys(arrivals))('sign-in by %s', (how) => {
  test.each(Object.keys(plants))(
    'planted cookies that are %s give no access to the new session',
    async (which) => {
      let planted = '';
      const { world, set, name } = await (arrivals[how] as (typeof arrivals)[string])(
        async (one) => {
          planted = (await plants[which]?.(one)) ?? '';
          return planted;
        },
      );
      const valueIn = (cookie: string) => set.find((one) => one.name === cookie)?.value ?? '';
      expect(await whoIs(world, `brama_session=${valueIn('brama_session')}`)).toBe(name);
      // the cookie that the attacker holds gives no access to the victim's session
      expect(await whoIs(world, planted)).toBeUndefined();
      for (const cookie of ['brama_session', 'brama_device']) {
        expect(valueIn(cookie), cookie).toMatch(/^[\w-]{43}$/);
        expect(planted, cookie).not.toContain(valueIn(cookie));
      }
      const device = /brama_device=([\w-]+)/.exec(planted)?.[1] ?? '';
      const known = await world.db
        .selectFrom('trusted_devices')
        .select('user_id')
        .where('device_hash', '=', hashSecret(device))
        .execute();
      expect(known).toEqual([]);
    },
  );
});

describe('cookies of other hosts, under https', () => {
  test('only a session cookie with the __Host- prefix is accepted', async () => {
    const world = await makeWorld('sqlite', { BASE_URL: 'https://id.campus.example' });
    close = world.close;
    const olenas = await world.signIn();
    await addUser(world.db, { username: 'mallory', fullName: 'Mallory' }, world.passwordHash);
    const secret = (await world.signIn('mallory')).split('=')[1];
    for (const name of [
      'brama_session',
      '__Secure-brama_session',
      '__host-brama_session',
      '__HOST-brama_session',
      '__Host-brama-session',
      '__Host-brama_session[]',
      '__Host-brama_session.0',
      '%5F_Host-brama_session',
    ]) {
      expect(await whoIs(world, `${name}=${secret}`), name).toBeUndefined();
      for (const both of [`${name}=${secret}; ${olenas}`, `${olenas}; ${name}=${secret}`])
        expect(await whoIs(world, both), both).toBe('Шевченко Олена');
    }
  });

  test('a cookie of a subdomain does not set the language', async () => {
    const world = await makeWorld('sqlite', { BASE_URL: 'https://id.campus.example' });
    close = world.close;
    const leadTo = async (cookie: string) =>
      (await world.send({ url: '/', headers: { cookie } })).headers.location;
    expect(await leadTo('__Host-i18next=en')).toBe('/en/');
    for (const cookie of ['i18next=en', '__host-i18next=en', '__Host-i18next=; i18next=en'])
      expect(await leadTo(cookie), cookie).toBe('/uk/');
    expect(await leadTo('i18next=uk; __Host-i18next=en; i18next=uk')).toBe('/en/');
  });

  test('every cookie has the __Host- prefix, and HttpOnly except for the language', async () => {
    const world = await makeGoogleWorld('sqlite', { BASE_URL: 'https://id.campus.example' });
    close = world.close;
    const ticket = await world.post('/api/auth', credentials, {
      origin: 'https://id.campus.example',
    });
    const all = [
      ...(await world.post('/api/auth/internal', ticket.json())).cookies,
      ...(await world.send({ url: '/api/google/redirect' })).cookies,
      ...(await world.send({ url: '/uk/' })).cookies,
    ];
    expect(all.length).toBeGreaterThan(3);
    for (const { name, secure, httpOnly, path, sameSite, domain } of all) {
      expect(domain, name).toBeUndefined();
      expect(name).toMatch(/^__Host-/);
      // the language is no secret, and the pages' own script writes it too
      const isOpen = name === '__Host-i18next';
      expect([secure, httpOnly ?? false, path], name).toEqual([true, !isOpen, '/']);
      expect(['Lax', 'Strict'], name).toContain(sameSite);
    }
  });
});
