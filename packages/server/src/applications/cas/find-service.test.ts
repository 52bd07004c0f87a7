import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCasApplication, changeCasApplication } from '../../../test/support/cas/applications.ts';
import { makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { createApplicationStore } from '../store.ts';
import { createServiceFinder, type UnknownService } from './find-service.ts';

const ids = {
  root: '00000000-0000-4000-8000-000000000001',
  app: '00000000-0000-4000-8000-000000000002',
  other: '00000000-0000-4000-8000-000000000003',
  late: '00000000-0000-4000-8000-000000000004',
};

describe('services', () => {
  let database: TestDatabase;
  let now = 1_000_000;
  const warnings: unknown[] = [];
  let readings = 0;

  function newFinder() {
    const applications = createApplicationStore(database.db, () => 0);
    return createServiceFinder({
      applications: {
        byId: applications.byId,
        async all() {
          readings += 1;
          return applications.all();
        },
      },
      baseUrl: 'https://id.example',
      log: { warn: (facts: unknown) => void warnings.push(facts) },
      now: () => now,
    });
  }
  let finder: ReturnType<typeof newFinder>;

  async function found(text: string) {
    const result = await finder.findService(text);
    return 'reason' in result ? result.reason : result.application.id;
  }

  beforeAll(async () => {
    database = await makeDatabase('sqlite');
    const add = (id: string, name: string, services: string[]) =>
      addCasApplication(database.db, { id, name, protocol: { services } });
    await add(ids.root, 'root', ['https://h.example/', 'https://same.example/']);
    await add(ids.app, 'app', ['https://h.example/app', 'https://id.example/app/']);
    await add(ids.other, 'other', ['https://same.example/', 'https://h.example:8443/']);
  });
  beforeEach(() => {
    now += 10_000;
    warnings.length = 0;
    readings = 0;
    finder = newFinder();
  });
  afterAll(() => database.close());

  test('the longest registered address decides', async () => {
    expect(await found('https://h.example/')).toBe(ids.root);
    expect(await found('https://h.example/app')).toBe(ids.app);
    expect(await found('https://h.example/app/x?y')).toBe(ids.app);
    expect(await found('https://h.example/application')).toBe(ids.root);
    expect(await found('https://h.example:8443/app')).toBe(ids.other);
  });

  test('an address that two applications register belongs to neither', async () => {
    expect(await found('https://same.example/')).toBe('ambiguous');
    expect(await found('https://same.example/below')).toBe('ambiguous');
    expect(warnings).toEqual([{ applications: expect.arrayContaining([ids.root, ids.other]) }]);
    now += 60_000;
    expect(await found('https://same.example/')).toBe('ambiguous');
    expect(warnings).toHaveLength(1);
  });

  test('an address of Brama is never a service', async () => {
    expect(await found('https://id.example/app/')).toBe('unregistered');
  });

  test('an unknown address: the applications on its host are named', async () => {
    const unknown = await finder.findService('http://h.example/x');
    expect(unknown).toMatchObject({ reason: 'unregistered' });
    const { nearest } = unknown as UnknownService;
    expect(nearest.map(({ id }) => id).sort()).toEqual([ids.root, ids.app, ids.other]);
    expect(await finder.findService('https://elsewhere.example/')).toEqual({
      reason: 'unregistered',
      nearest: [],
    });
  });

  test('text that is no address is not looked for', async () => {
    expect(await found('https:h.example')).toBe('not-an-address');
    expect(readings).toBe(0);
  });

  test('applications are read every five seconds, and once for simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 5 }, () => found('https://h.example/')));
    now += 4999;
    await found('https://h.example/');
    expect(readings).toBe(1);
    now += 1;
    await found('https://h.example/');
    expect(readings).toBe(2);
  });

  test('after a miss they are read at most once a second', async () => {
    await found('https://h.example/');
    for (let count = 0; count < 5; count += 1) await found('https://elsewhere.example/');
    expect(readings).toBe(1);
    now += 1000;
    for (let count = 0; count < 5; count += 1) await found('https://elsewhere.example/');
    expect(readings).toBe(2);
  });

  test('a new service is found after a second, and a removed one is refused at once', async () => {
    expect(await found('https://late.example/')).toBe('unregistered');
    const late = { id: ids.late, name: 'late', protocol: { services: ['https://late.example/'] } };
    await addCasApplication(database.db, late);
    now += 1000;
    expect(await found('https://late.example/')).toBe(ids.late);
    await changeCasApplication(database.db, {
      ...late,
      protocol: { services: ['https://late.example/app/'] },
    });
    expect(await found('https://late.example/')).toBe('unregistered');
    expect(await found('https://late.example/app/')).toBe(ids.late);
    now += 1000;
    const { nearest } = (await finder.findService('https://late.example/')) as UnknownService;
    expect(nearest.map(({ protocol }) => protocol.settings)).toMatchObject([
      { services: ['https://late.example/app/'] },
    ]);
    await database.db.deleteFrom('applications').where('id', '=', ids.late).execute();
    expect(await found('https://late.example/app/')).toBe('unregistered');
  });

  test('the first application of another node is known a minute later', async () => {
    await database.db.deleteFrom('applications').execute();
    now += 60_000;
    expect(await finder.hasApplications()).toBe(false);
    const protocol = { services: ['https://late.example/'] };
    await addCasApplication(database.db, { id: ids.late, name: 'late', protocol });
    now += 60_000;
    expect(await finder.hasApplications()).toBe(true);
  });
});
