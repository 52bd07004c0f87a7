// Every operation of the administration API is used by the console, or listed with the reason why not.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../children.ts';

/** Operations that the console does not use, and why. */
const left: Readonly<Record<string, string>> = {
  listMemberships: 'the record of a user has them',
  listSessions: 'readUserAccount has them',
  readFactors: 'readUserAccount has them',
  listApplicationSecrets: 'readApplicationOverview has them',
  listApplicationOwners: 'readApplicationOverview has them',
  explainApplicationAccess: 'readApplicationOverview has it',
};

const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { operationId?: string }>>;
};

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId }]) =>
    operationId === undefined ? [] : [{ operationId, call: `${method.toUpperCase()} ${path}` }],
  ),
);

/** The calls of the typed client in the console, such as `GET /api/admin/users`. */
const calls = new Set(
  globSync('packages/console/src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /admin\.(GET|POST|PUT|PATCH|DELETE)\(\s*'([^']+)'/g,
      ),
    ].map(([, method, path]) => `${method} ${path}`),
  ),
);

test('every operation is reachable in the console, or left out for a reason', () => {
  const missing = operations.filter(({ call }) => !calls.has(call));
  expect(missing.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(left).sort());
});

test('the console calls only operations that exist', () => {
  const known = operations.map(({ call }) => call);
  expect([...calls].filter((call) => !known.includes(call))).toEqual([]);
});
