// Values that programs often mistake.

import fc from 'fast-check';
import { Existing } from './existing.ts';

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202eabc\u2066',
  '\u200b',
  "'; drop table users; --",
  '%',
  '_%_',
  '*',
  '"',
  '..',
  '../..',
  '__proto__',
  'constructor',
  'Ґ’є',
  'İıſK',
  'e\u0301'.repeat(40),
  'a'.repeat(255),
  'a'.repeat(5000),
  '0',
  'null',
  '1e400',
  '9999-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
];
const numbers = [-1, -0, 0, 0.5, 1e308, 2 ** 31, 2 ** 53, -(2 ** 53), 1e-320];
const nested = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`);
const others = [
  null,
  true,
  false,
  [],
  {},
  [null],
  nested,
  JSON.parse('{"__proto__":{"disabled":true}}'),
  { constructor: { prototype: {} } },
  Array.from({ length: 300 }, (_, index) => index),
  { $ne: null },
];

const hostileTexts = fc.constantFrom(...texts);
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileTexts, weight: 6 },
  { arbitrary: fc.constantFrom<unknown>(...numbers), weight: 2 },
  { arbitrary: fc.constantFrom<unknown>(...others), weight: 2 },
  { arbitrary: fc.jsonValue(), weight: 1 },
);

/** Names of fields that no client may send: those of other tables, of columns, and of JavaScript. */
export const foreignFields = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'id',
  'version',
  'roles',
  'passwordHash',
  'password_hash',
  'disabled_by_administrator',
  'erasedAt',
  'secrets',
  'createdAt',
  'userId',
  '',
  ' ',
  '0',
  'a.b',
  '\ud800',
);

type Path = (string | number)[];

const isMapping = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Existing);

/** Returns the paths of all parts of a value, itself first. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value))
    return [path, ...value.flatMap((one, index) => pathsIn(one, [...path, index]))];
  if (!isMapping(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([name, one]) => pathsIn(one, [...path, name]))];
}

function replaced(value: unknown, [first, ...rest]: Path, by: (part: unknown) => unknown): unknown {
  if (first === undefined) return by(value);
  if (Array.isArray(value))
    return value.map((one, index) => (index === first ? replaced(one, rest, by) : one));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, one]) => [
      name,
      name === first ? replaced(one, rest, by) : one,
    ]),
  );
}

/** Returns the value with one part that is something else, or has a field more. */
export function spoiled(value: unknown): fc.Arbitrary<unknown> {
  const paths = pathsIn(value);
  // the value itself is one of many parts, and replacing it says the least
  const path = fc.constantFrom(...(paths.length > 1 ? paths.slice(1) : paths));
  const other = fc.tuple(path, hostile).map(([where, by]) => replaced(value, where, () => by));
  const objects = paths.filter((one) =>
    isMapping(one.reduce<unknown>((whole, name) => (whole as never)[name], value)),
  );
  if (objects.length === 0) return other;
  const more = fc
    .tuple(fc.constantFrom(...objects), foreignFields, hostile)
    .map(([where, name, by]) =>
      replaced(value, where, (part) =>
        Object.fromEntries([...Object.entries(part as object), [name, by]]),
      ),
    );
  return fc.oneof({ arbitrary: other, weight: 3 }, { arbitrary: more, weight: 1 });
}
