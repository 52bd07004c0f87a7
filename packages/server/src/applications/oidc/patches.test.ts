import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OidcDeps } from './deps.ts';
import {
  codeUsed,
  grantErrors,
  requestErrors,
  staleFormErrors,
} from './diagnostics/library-messages.ts';
import { type Library, requireTestedVersion, testedVersion } from './library.ts';
import { createPatchedProvider } from './patches.ts';

test('the patches reject another version of the library', () => {
  const other = '9.99.0';
  expect(() => requireTestedVersion(other)).toThrow(
    `oidc-provider ${other} is installed, but its patches were tested with ${testedVersion}`,
  );
  const create = () => createPatchedProvider({} as Library, {} as OidcDeps, {}, other);
  expect(create).toThrow(other);
  expect(() => requireTestedVersion()).not.toThrow();
});

describe('messages of the library', () => {
  const root = dirname(createRequire(import.meta.url).resolve('oidc-provider/package.json'));
  const source = globSync('lib/**/*.js', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  // the library composes these at run time; the tests of refusals cover them
  const composed: string[] = [
    'authorization code not found',
    codeUsed,
    requestErrors.parameterMissing,
  ];
  const all = [...Object.keys(grantErrors), ...Object.values(requestErrors), ...staleFormErrors];
  test.each(all.filter((text) => !composed.includes(text)))(
    'the library source contains “%s”',
    (text) => {
      expect(source).toContain(text);
    },
  );
});
