// A test for each module of the OpenID Foundation's plans, on both databases. Fails
// for a module with neither a check nor a reason, and for a check that no module names or that did not run.

import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { oidcSettingsFrom } from '../../../src/applications/oidc/clients/settings.ts';
import { readDocument } from '../../../src/directory/apply/parse/document.ts';
import { databaseKinds } from '../../support/databases.ts';
import { checks } from '../../support/oidc/conformance/checks.ts';
import { plans, readPlans } from '../../support/oidc/conformance/modules.ts';
import { makeSuite } from '../../support/oidc/conformance/suite.ts';

const named = plans.flatMap(({ plan, modules }) =>
  modules.flatMap(({ module, check }) => (check === undefined ? [] : [{ plan, module, check }])),
);

describe.each(databaseKinds)('on %s', (kind) => {
  const ran = new Set<string>();

  describe.each(plans)('$profile: $plan', ({ plan, modules, responseMode }) => {
    const suite = makeSuite(kind, responseMode);
    afterAll(async () => (await suite).close());

    const checked = modules.filter(({ check }) => check !== undefined);
    test.each(checked)('$module: $check', async ({ module, check = '' }) => {
      const run = checks[check] ?? expect.fail(`no check by the name of «${check}»`);
      ran.add(`${plan} ${module}`);
      const ready = await suite;
      ready.start();
      await run(ready);
    });
  });

  test('every module with a check ran', () => {
    expect([...ran].sort()).toEqual(named.map(({ plan, module }) => `${plan} ${module}`).sort());
  });
});

test('every check belongs to a module', () => {
  expect(new Set(named.map(({ check }) => check))).toEqual(new Set(Object.keys(checks)));
});

test('every plan has as many modules as the Foundation’s plan, without duplicates', () => {
  const counted = plans.map(({ modules }) => new Set(modules.map(({ module }) => module)).size);
  expect(counted).toEqual([38, 1, 38, 11, 2]);
  expect(plans.map(({ modules }) => modules.length)).toEqual(counted);
});

test.each([{}, { check: 'one', reason: 'and also a reason why there is none' }, { reason: 'so' }])(
  'a module needs either a check or a reason: %j is rejected',
  (more) => {
    const modules = [{ module: 'oidcc-new', requires: 'something new', ...more }];
    const plan = { plan: 'new', profile: 'New OP', responseMode: 'default', modules };
    expect(() => readPlans(JSON.stringify([plan]))).toThrow();
  },
);

describe('the manual for the conformance suite', () => {
  const manual = readFileSync(
    new URL('../../../../../docs/evidence/openid-connect.md', import.meta.url),
    'utf8',
  );
  const secret = 'U3VpdGUgaSBrbHl1Y2ggdmlkIGJyYW15IDEyMzQ1';

  test('its clients have valid settings and match the suite configuration', () => {
    const text = /```yaml\n([\s\S]*?)```/.exec(manual)?.[1] ?? '';
    const { value, issues } = readDocument(text.replaceAll('secret: …', `secret: ${secret}`));
    expect(issues).toEqual([]);
    const { applications } = value as { applications: { protocol: Record<string, unknown> }[] };
    const keys = applications.map(({ protocol }) => {
      const read = oidcSettingsFrom(protocol, undefined);
      return 'settings' in read ? read.key : read.issues;
    });
    const {
      client,
      client2,
      client_secret_post: third,
    } = JSON.parse(/```json\n([\s\S]*?)```/.exec(manual)?.[1] ?? '');
    expect(keys).toEqual([client, client2, third].map(({ client_id: id }) => id));
  });

  test('it lists every plan with its number of modules', () => {
    for (const { plan, profile, modules } of plans)
      expect(manual).toContain(`| \`${plan}\` | ${profile} | ${modules.length} |`);
  });
});
