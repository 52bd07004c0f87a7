// The recipes of docs/integrate/ for applications with CAS: their manifest entries are valid. A user can sign in to each
// application, which gets the attributes of its entry.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, ticketFor } from '../../../test/support/cas/client.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { readDocument } from '../../directory/apply/parse/document.ts';
import { createReadIcon } from '../icons/read-icon.ts';
import { createApplicationsManifest } from '../manifest/manifest.ts';
import { ApplicationOwners } from '../owners.ts';
import { createSettingsParsers } from '../protocols.ts';
import { createApplicationStore } from '../store.ts';

type Entry = {
  name: string;
  protocol: { services: [string]; startUrl?: string; attributes?: Record<string, string> };
};

const docs = new URL('../../../../../docs/integrate/', import.meta.url);
const pages = ['cas.md', 'recipes.md'].map((page) => readFileSync(new URL(page, docs), 'utf8'));
const manifestOf = (text: string) => /\n```yaml\n(applications:[\s\S]*?\n)```\n/.exec(text)?.[1];

/** Heading → text below it, for each section with a manifest entry of this protocol. */
const sections = pages
  .join('\n')
  .split(/\n##+ /)
  .map((text): [string, string] => [text.split('\n')[0] ?? '', text])
  .filter(([, text]) => manifestOf(text)?.includes('type: cas'));

function entryIn(text: string): Entry {
  const { value, issues } = readDocument(manifestOf(text) ?? '');
  expect(issues).toEqual([]);
  return (value as { applications: [Entry] }).applications[0];
}

const user = {
  username: 'both',
  fullName: 'Сич Олена Петрівна',
  givenName: 'Олена',
  email: 'both@campus.example',
  groups: ['students', 'employees'],
};

describe('recipes', () => {
  let world: World;
  let cookie: string;

  beforeAll(async () => {
    world = await makeWorld('sqlite');
    // the recipes use their names
    await world.db.deleteFrom('applications').execute();
    await addUser(world.db, user, world.passwordHash);
    cookie = await world.signIn(user.username);
    const plan = await createApplicationsManifest({
      store: createApplicationStore(world.db, () => 0),
      owners: new ApplicationOwners(world.db),
      readIcon: createReadIcon('.'),
      now: () => 0,
      readers: createSettingsParsers({ methodsOn: ['password'], isProduction: true }),
    }).plan(
      sections.map(([, text]) => entryIn(text)),
      (group) => user.groups.includes(group),
    );
    expect(plan.issues).toEqual([]);
    expect(await world.db.transaction().execute((queries) => plan.write(queries))).toBe(true);
    world.clock.now += 1_000;
  });
  afterAll(() => world.close());

  test('the pages have the example and recipes', () => {
    expect(sections.map(([heading]) => heading)).toContain('The entry');
    expect(sections.length).toBeGreaterThan(5);
  });

  test.each(sections)(
    '%s: a user signs in, and the application gets the attributes',
    async (_, text) => {
      const { services, attributes = {} } = entryIn(text).protocol;
      const [service] = services;
      const ticket = await ticketFor(world, cookie, service);
      const said = await ask(world, 'p3/serviceValidate', { service, ticket });
      expect(said.user).toBe(user.username);
      const names = said.attributes?.map((one) => one.split('=')[0]);
      expect(names).toEqual(expect.arrayContaining(Object.keys(attributes)));
    },
  );

  test.each(sections.slice(1))('%s: the product is configured for this server', (_, text) => {
    const rest = text.replace(manifestOf(text) ?? '', '');
    expect(rest).toContain('id.campus.example');
  });
});
