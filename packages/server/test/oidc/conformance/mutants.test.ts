// Each conformance check finds the flaw that is planted for it. `npm run test:all` runs it.

import { describe, expect, inject, test, vi } from 'vitest';
import { checks } from '../../support/oidc/conformance/checks.ts';
import { plans } from '../../support/oidc/conformance/modules.ts';
import { mutants } from '../../support/oidc/conformance/mutants.ts';
import { makeSuite } from '../../support/oidc/conformance/suite.ts';

vi.mock('oidc-provider', async (original) => {
  const { withPlanted } = await import('../../support/oidc/conformance/planted.ts');
  return withPlanted(await original());
});

/** Each check with every response mode for which a plan contains it. */
const pairs = new Map(
  plans.flatMap(({ modules, responseMode }) =>
    modules.flatMap(({ check = '' }) => [[`${check} ${responseMode}`, { check, responseMode }]]),
  ),
);

/** Returns the error of the check for a provider with this flaw, or undefined. */
async function judged(check: string, mode: 'default' | 'form_post', flaw = mutants[check]) {
  const suite = await makeSuite('sqlite', mode, flaw);
  try {
    await checks[check]?.(suite);
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await suite.close();
  }
}

describe.runIf(inject('isThorough'))('each check finds its planted flaw', () => {
  test.each([...pairs.values()])('$check ($responseMode)', async ({ check, responseMode }) => {
    expect(mutants).toHaveProperty([check]);
    const found = await judged(check, responseMode);
    // an expectation of the check failed, not the test itself
    expect(found?.name).toBe('AssertionError');
  });
});

test('the check passes when no flaw is planted', async () => {
  expect(await judged('from the request to tokens and claims', 'default', {})).toBeUndefined();
});

test('every flaw belongs to a check and every check has a flaw', () => {
  expect(new Set(Object.keys(mutants))).toEqual(new Set(Object.keys(checks)));
});
