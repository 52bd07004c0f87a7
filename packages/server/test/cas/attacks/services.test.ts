// Services that only look like a registered one, at the login (CWE-601). A ticket in a foreign address is an account taken over.

import { unescapeHtml } from '@brama/contract/escape-html';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addCasApplication,
  addCasApplications,
  timetable,
} from '../../support/cas/applications.ts';
import { hostile } from '../../support/cas/services.ts';
import {
  type Browser,
  type CasSteps,
  createCasSteps,
  loginAddress,
  pageIn,
  withTicket,
} from '../../support/cas/steps.ts';
import { describeOnDatabases } from '../../support/databases.ts';
import { withWholeAddresses } from '../../support/oidc/raw.ts';
import { makeWorld, type World } from '../../support/world.ts';

const { service } = timetable;

/** What a client may add to the same service. */
const parameters: Record<string, string>[] = [
  {},
  { gateway: 'true' },
  { renew: 'true' },
  { method: 'POST' },
  { gateway: 'true', method: 'POST' },
];

/** The links and forms of a page lead nowhere else, and nothing of the request becomes markup. */
function targetsIn(body: string) {
  return [...body.matchAll(/(?:href|action|src|content)="([^"]*)"/g)]
    .map(([, target = '']) => unescapeHtml(target))
    .filter((target) => /^[a-z]+:|^\/\//i.test(target) && !target.startsWith('data:,'));
}

describeOnDatabases('services at the login', (kind) => {
  let world: World;
  let steps: CasSteps;
  let user: Browser;
  beforeAll(async () => {
    world = await makeWorld(kind);
    await addCasApplications(world.db);
    steps = createCasSteps(world);
  });
  beforeEach(async () => {
    world.clock.now += 60_000;
    user = await steps.signedIn();
  });
  afterAll(() => world.close());

  async function expectRefused(address: string) {
    const before = await steps.rows();
    for (const browser of [user, steps.stranger()]) {
      const had = browser.cookies();
      const answer = await browser.request(address);
      expect([answer.statusCode, pageIn(answer.body)]).toEqual([400, 'request-refused']);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.headers['refresh']).toBeUndefined();
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
      expect(targetsIn(answer.body)).toEqual([]);
      expect(answer.body).not.toMatch(/<script[^>]*>[^<]*(alert|evil)/);
      expect(browser.cookies()).toBe(had);
    }
    expect(await steps.rows()).toEqual(before);
  }

  test.each(hostile)('%j is refused', async (given) => {
    for (const more of parameters) await expectRefused(loginAddress({ service: given, ...more }));
  });

  test.each([
    ['the same twice', [service, service]],
    ['a foreign one first', ['https://evil.example/', service]],
    ['a foreign one last', [service, 'https://evil.example/']],
  ])('several services, %s, are refused', async (_what, all) => {
    await expectRefused(loginAddress(all.map((one) => ['service', one] as [string, string])));
  });

  test.each([
    'service[]=https://evil.example/',
    'service%5B%5D=https://evil.example/',
    'service[x]=https://evil.example/',
    'SERVICE=https://evil.example/',
    'url=https://evil.example/',
    'TARGET=https://evil.example/',
    'targetService=https://evil.example/',
    `targetService=${service}`,
    'destination=https://evil.example/',
  ])('%s is no service', async (query) => {
    for (const browser of [user, steps.stranger()]) {
      const { location } = (await browser.request(`/cas/login?${query}`)).headers;
      expect(location).toBe(browser === user ? '/uk/apps' : '/uk/');
    }
  });

  test.each([
    `service=${service}%00`,
    // not UTF-8
    `service=${service}%ff`,
    'service=%',
    'service=%zz',
    'service',
    'service=&service=',
  ])('the malformed query %s is refused', (query) => expectRefused(`/cas/login?${query}`));

  test('markup in a service stays text', async () => {
    const given = `https://campus.example/other/"><img src=x onerror=alert(1)>'`;
    const { body } = await user.request(loginAddress({ service: given }));
    expect(withWholeAddresses(body)).toContain('other/&quot;&gt;&lt;img%20');
    expect(body).not.toContain('<img');
  });

  test('the page names addresses of applications on the same host only', async () => {
    await addCasApplication(world.db, {
      id: crypto.randomUUID(),
      name: `secret-${kind}`,
      protocol: { services: ['https://hidden.example/'] },
    });
    await addCasApplication(world.db, {
      id: crypto.randomUUID(),
      name: `hosts-${kind}`,
      protocol: {
        services: [
          'https://known.example/app/',
          'https://known.example:8443/',
          'https://internal.example/other',
        ],
      },
    });
    world.clock.now += 5000;
    const shownFor = async (given: string) => {
      const { body } = await user.request(loginAddress({ service: given }));
      return withWholeAddresses(body).replaceAll(/<\/?mark>/g, '');
    };
    const near = await shownFor('https://campus.example/other');
    expect(near).toContain('campus.example/app/');
    expect(near).not.toContain('hidden.example');
    const far = await shownFor('https://elsewhere.example/');
    expect(far).not.toMatch(/campus\.example\/app|hidden\.example/);
    // an application with several hosts
    const half = await shownFor('https://known.example/other');
    expect(half).toContain('known.example/app/');
    expect(half).toContain('known.example:8443/');
    expect(half).not.toMatch(/internal\.example|hidden\.example/);
  });

  test.each([
    'https://campus.example/other?token=zq3f8a1',
    'https://campus.example/app/?ticket=zq3f8a1',
    'https://campus.example/app/#zq3f8a1',
  ])('the query and the fragment of %s are not repeated', async (given) => {
    const { body } = await user.request(loginAddress({ service: given }));
    expect(body).not.toContain('zq3f8a1');
    expect(body).not.toContain('token');
    expect(world.lines.join('')).not.toContain('zq3f8a1');
  });

  test('a service that two applications register is refused', async () => {
    const address = `https://twice-${kind}.example/`;
    for (const name of ['one', 'two'])
      await addCasApplication(world.db, {
        id: crypto.randomUUID(),
        name: `${name}-${kind}`,
        protocol: { services: [address] },
      });
    world.clock.now += 5000;
    await expectRefused(loginAddress({ service: address }));
  });

  test('a service of Brama itself is refused', () =>
    expectRefused(loginAddress({ service: 'http://localhost:3000/uk/apps' })));

  test('the registered service still gets a ticket', async () => {
    expect((await user.go(loginAddress())).location).toMatch(withTicket);
  });
});
