// The recipes of docs/integrate/: their manifest entries are valid, and a user can sign in to and out of each application.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, library, sendTo } from '../../../test/support/oidc/client.ts';
import { createPerson } from '../../../test/support/oidc/parties/person.ts';
import { addUser, makeWorld, password, type World } from '../../../test/support/world.ts';
import { readDocument } from '../../directory/apply/parse/document.ts';
import { createReadIcon } from '../icons/read-icon.ts';
import { createApplicationsManifest } from '../manifest/manifest.ts';
import { ApplicationOwners } from '../owners.ts';
import { createSettingsParsers } from '../protocols.ts';
import { createApplicationStore } from '../store.ts';
import type { authMethods } from './clients/client-metadata.ts';

type Entry = {
  name: string;
  protocol: {
    metadata: {
      client_id: string;
      redirect_uris: [string];
      post_logout_redirect_uris?: string[];
      token_endpoint_auth_method?: (typeof authMethods)[number];
      id_token_signed_response_alg?: string;
      scope: string;
    };
  };
};

/** The URL of the server in the recipes (`issuer`) and in this test (`own`). */
const issuer = 'https://id.campus.example';
const own = 'http://localhost:3000';
const docs = new URL('../../../../../docs/integrate/', import.meta.url);
const pages = ['openid-connect.md', 'recipes.md'].map((page) =>
  readFileSync(new URL(page, docs), 'utf8'),
);
const secret = randomBytes(32).toString('base64');
const manifestOf = (text: string) =>
  /\n```yaml\n((?:groups|applications):[\s\S]*?\n)```\n/.exec(text)?.[1];

/** Decodes URLs that are parameters of other URLs. */
const decoded = (text: string) =>
  text.replace(/(%[\dA-F]{2})+/g, (escaped) => decodeURIComponent(escaped));

/** Heading → text below it, for each section with a manifest entry of this protocol. */
const sections = pages
  .join('\n')
  .split(/\n##+ /)
  .map((text): [string, string] => [text.split('\n')[0] ?? '', text])
  .filter(([, text]) => manifestOf(text)?.includes('type: oidc'));

function entryIn(text: string): Entry {
  const { value, issues } = readDocument(manifestOf(text) ?? '');
  expect(issues).toEqual([]);
  return (value as { applications: [Entry] }).applications[0];
}

describe('recipes', () => {
  let world: World;

  beforeAll(async () => {
    world = await makeWorld('sqlite');
    world.clock.now = Date.now();
    const groups = ['students', 'employees'];
    await addUser(world.db, { username: 'both', groups }, world.passwordHash);
  });
  afterAll(() => world.close());

  /** Validates the entries together with the existing applications, as `apply` does. */
  const plan = (entries: readonly unknown[]) =>
    createApplicationsManifest({
      store: createApplicationStore(world.db, () => 0),
      owners: new ApplicationOwners(world.db),
      readIcon: createReadIcon('.'),
      now: () => 0,
      readers: createSettingsParsers({ methodsOn: ['password', 'google'], isProduction: true }),
    }).plan(entries, (group) => ['students', 'employees'].includes(group));

  const withSecret = (text: string) => text.replaceAll('secret: …', `secret: ${secret}`);

  test('the pages have one recipe for each product, and the example', () => {
    const products =
      'Moodle Nextcloud GitLab Grafana oauth2-proxy mod_auth_openidc Next.js Spring Boot';
    expect(sections.map(([heading]) => heading).join(' ')).toBe(`The entry ${products}`);
  });

  test('all entries are valid together, and invalid without a secret', async () => {
    const bare = await plan(sections.map(([, text]) => entryIn(text)));
    expect(bare.issues.map(({ path }) => path.join('.'))).toEqual(
      sections.map((_, index) => `applications.${index}.protocol.secret`),
    );
    const whole = await plan(sections.map(([, text]) => entryIn(withSecret(text))));
    expect(whole.issues).toEqual([]);
    expect(await world.db.transaction().execute((queries) => whole.write(queries))).toBe(true);
  });

  test.each(sections.slice(1))('%s: the manifest entry matches the product settings', (_, text) => {
    const { metadata } = entryIn(text).protocol;
    const rest = text.replace(manifestOf(text) ?? '', '');
    expect(rest).toContain(issuer);
    expect(rest).toContain(metadata.client_id);
    const addresses = decoded(decoded(rest)).matchAll(
      /oidc\/logout\?client_id=([^&]+)&post_logout_redirect_uri=([^`\s]+)/g,
    );
    for (const [, clientId, back] of addresses) {
      expect(clientId).toBe(metadata.client_id);
      expect(metadata.post_logout_redirect_uris).toContain(back);
    }
  });

  // the example excludes sign-in by password
  test.each(sections.slice(1))(
    '%s: a user signs in, and returns to the application after sign-out',
    async (_, text) => {
      const { metadata } = entryIn(text).protocol;
      const {
        client_id: id,
        redirect_uris: [callback],
        post_logout_redirect_uris: [back] = [],
        token_endpoint_auth_method: method,
        id_token_signed_response_alg: alg = 'ES256',
        scope,
      } = metadata;
      const prove = method === 'client_secret_post' ? 'ClientSecretPost' : 'ClientSecretBasic';
      const client = await createClient(world.server, {
        id,
        callback,
        auth: library[prove](secret),
        metadata: { id_token_signed_response_alg: alg },
      });
      const person = createPerson(sendTo(world.server), [own]);
      await person.signIn(own, 'both', password);
      const attempt = await client.begin({ scope });
      const { leadsTo = '' } = await person.go(attempt.address);
      const tokens = await client.finish(leadsTo, attempt);
      expect(tokens.scope).toBe(scope);
      if (back === undefined) return;
      const parameters = new URLSearchParams({ client_id: id, post_logout_redirect_uri: back });
      const question = await person.go(`${own}/oidc/logout?${parameters}`);
      expect((await person.submit(question)).leadsTo).toBe(back);
    },
  );
});
