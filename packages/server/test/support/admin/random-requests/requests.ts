// Random requests to one route: a valid example, the example with some parts from the document, or all parts from the document.

import type { AdminRoute } from '@brama/contract/admin/route';
import fc from 'fast-check';
import type { World } from '../../world.ts';
import type { Caller, Example, Input } from '../callers.ts';
import { Arbitraries } from './arbitrary.ts';
import type { Document, Operation, Parameter } from './document.ts';
import type { Pool } from './existing.ts';
import { foreignFields, hostile } from './hostile.ts';

type Values = Record<string, unknown>;

export type RandomRequest = {
  /** Position of the caller. */
  by: number;
  from: 'example' | 'both' | 'document';
  params: Values;
  query: Values;
  body: unknown;
  /** Bits: which parts of the example are replaced. */
  replaced: number;
  /** `right` for that of the object. */
  version: string | undefined;
  key: string | undefined;
};

/** The first request to each route: the example, by the first caller. */
export const exampleRequest: RandomRequest = {
  by: 0,
  from: 'example',
  params: {},
  query: {},
  body: undefined,
  replaced: 0,
  version: 'right',
  key: undefined,
};

const versions = fc.oneof(
  { arbitrary: fc.constant('right'), weight: 8 },
  {
    arbitrary: fc.constantFrom(
      '"0"',
      '"999999"',
      '"999999999999999999"',
      '1',
      'W/"1"',
      '*',
      '"1", "2"',
      '"-1"',
      '""',
      '"1e0"',
      `"${'1'.repeat(300)}"`,
      undefined,
    ),
    weight: 2,
  },
);

const keys = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 3 },
  { arbitrary: fc.constantFrom('first', 'second'), weight: 2 },
  { arbitrary: fc.uuid(), weight: 3 },
  { arbitrary: fc.constantFrom('', 'a b', 'k'.repeat(256), 'k'.repeat(5000)), weight: 1 },
);

const partOf = (path: string, name: string) => {
  const parts = path.split('/');
  return parts[parts.indexOf(`:${name}`) - 1];
};

/** Returns arbitrary requests to a route. */
export function requestsTo(
  route: AdminRoute,
  { parameters, requestBody }: Operation,
  { schemas }: Document,
): fc.Arbitrary<RandomRequest> {
  const arbitraries = new Arbitraries(schemas);
  const values = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .map(({ name, schema }) => [name, arbitraries.any(schema, name, partOf(route.path, name))]),
    );
  const unknown = fc.tuple(foreignFields, hostile).map(([name, value]) => ({ [name]: value }));
  const query = fc.record(values('query'), { requiredKeys: [] });
  const schema = requestBody?.content['application/json']?.schema;
  return fc.record({
    by: fc.oneof({ arbitrary: fc.constant(0), weight: 7 }, { arbitrary: fc.nat(3), weight: 2 }),
    from: fc.constantFrom('example', 'both', 'both', 'document', 'document'),
    params: fc.record(values('path')),
    query: fc.oneof(
      { arbitrary: query, weight: 9 },
      {
        arbitrary: fc.tuple(query, unknown).map(([own, more]) => ({ ...own, ...more })),
        weight: 1,
      },
    ),
    body: schema ? arbitraries.any(schema) : fc.constant(undefined),
    // a quarter of them
    replaced: fc.tuple(fc.nat(0xffff), fc.nat(0xffff)).map(([one, other]) => one & other),
    version: versions,
    key: keys,
  });
}

const isMapping = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

/** A path has no empty part, and none that leads to another path. */
function pathPart(value: unknown): string {
  const text = asText(value).toWellFormed().slice(0, 300);
  return text === '' || /^\.+$/.test(text) ? 'x' : text;
}

/** Returns the parts of `generated` that take the place of those of the example, or are added to them. */
function mixed(example: Values, generated: Values, bits: number): Values {
  const taken = Object.entries(generated).filter((_, index) => (bits >> (index % 16)) & 1);
  return Object.fromEntries([...Object.entries(example), ...taken]);
}

/** Returns the version of the object at a path, for the first kind of object in it. */
async function versionAt({ db }: World, route: AdminRoute, params: Record<string, string>) {
  // PostgreSQL rejects NUL
  const name = (params['name'] ?? params['id'] ?? '').replaceAll('\0', '');
  const table = route.path.split('/')[3];
  const row =
    table === 'groups'
      ? db.selectFrom('groups').select('version').where('name', '=', name)
      : db
          .selectFrom(table === 'users' ? 'users' : 'applications')
          .select('version')
          .where('id', '=', name);
  return (await row.executeTakeFirst())?.version ?? 1;
}

type Target = { world: World; pool: Pool; route: AdminRoute; example: Example };

/** Returns the headers of a request to the object with these parameters. */
async function headersOf(
  { world, route }: Pick<Target, 'world' | 'route'>,
  { version, key }: RandomRequest,
  params: Record<string, string>,
): Promise<Record<string, string>> {
  const isRight = version === 'right' && route.versioned && route.method !== 'GET';
  const tag = isRight ? `"${await versionAt(world, route, params)}"` : version;
  return {
    ...(tag !== undefined && { 'if-match': tag }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
}

/** Returns what is sent. Creates the objects of the example. */
export async function inputOf(
  { world, pool, route, example }: Target,
  request: RandomRequest,
  caller: Caller,
): Promise<Input> {
  const { from, replaced } = request;
  const usesExample = from !== 'document';
  const given = usesExample ? (example.input?.(world) ?? {}) : {};
  const object = usesExample ? await example.object?.(world, caller.userId) : {};
  const bits = usesExample ? (from === 'both' ? replaced : 0) : 0xffff;
  const resolved = (value: unknown) => pool.resolve(value) as Values;
  const textsOf = (values: Values, toText: (value: unknown) => string) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)]));
  const params = textsOf(mixed({ ...object }, resolved(request.params), bits), pathPart);
  // other bits than those of the path
  const query = mixed({ ...given.query }, resolved(request.query), usesExample ? bits >> 2 : bits);
  const generated = resolved(request.body);
  const canMix = isMapping(given.body) && isMapping(generated);
  const body = canMix ? mixed(given.body as Values, generated, bits) : (given.body ?? generated);
  return {
    params,
    query: textsOf(query, asText),
    ...(body !== undefined && { body }),
    ...(given.file && { file: given.file }),
    headers: await headersOf({ world, route }, request, params),
  };
}
