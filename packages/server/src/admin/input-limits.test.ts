// Every list and text of a request has a maximum in the OpenAPI document, and the server refuses what is longer.

import type { AdminRoute } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOwnApplication } from '../../test/support/admin/application-examples.ts';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  jsonOf,
  strongSession,
  tokenOf,
} from '../../test/support/admin/callers.ts';
import { examples } from '../../test/support/admin/examples.ts';
import { Document, type JsonSchema } from '../../test/support/admin/random-requests/document.ts';
import { makeWorld, type World } from '../../test/support/world.ts';

const routes = Object.entries<AdminRoute>(adminRoutes) as [AdminRouteId, AdminRoute][];

type Place = 'path' | 'query' | 'header' | 'body';
type Steps = readonly (string | number)[];
/** A list, text or mapping of a request. Within a list, 0 is any index; within a mapping, `*` is any key. */
type Limited = { place: Place; steps: Steps; schema: JsonSchema & { maxProperties?: number } };

/** A protocol parses its own settings; `entry.ts` limits their size. */
const isOfProtocol = ({ steps }: Limited) => steps[0] === 'protocol' && steps.length === 1;

describe('limits of lists and texts', () => {
  let world: World;
  let document: Document;
  let chief: Caller;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
    document = await Document.of(world);
    await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
  });
  afterAll(() => world.close());

  /** Returns the schemas within a list or mapping, and those of which one must fit. */
  function partsOf({ place, steps, schema }: Limited): Limited[] {
    const { anyOf = [], oneOf = [], items, properties = {}, additionalProperties: more } = schema;
    const within = (step: string | number, one: JsonSchema) => ({
      place,
      steps: [...steps, step],
      schema: one,
    });
    return [
      ...[...anyOf, ...oneOf].map((one) => ({ place, steps, schema: one })),
      ...(items ? [within(0, items)] : []),
      ...Object.entries(properties).map(([name, one]) => within(name, one)),
      ...(typeof more === 'object' ? [within('*', more)] : []),
    ];
  }

  /** Returns what is limited in the schema and below it. `known` are the named schemas around it. */
  function limitedIn(one: Limited, known: readonly string[] = []): readonly Limited[] {
    const name = one.schema.$ref?.split('/').at(-1);
    if (name !== undefined) {
      const schema = document.schemas[name];
      return schema && !known.includes(name) ? limitedIn({ ...one, schema }, [...known, name]) : [];
    }
    const { type, items, additionalProperties: more, enum: values, format } = one.schema;
    const isFixed = values || one.schema.const !== undefined || format === 'uuid';
    const isText = [type].flat().includes('string') && !isFixed;
    const isLimited = isText || items || typeof more === 'object';
    const parts = partsOf(one).flatMap((part) => limitedIn(part, known));
    return isLimited ? [one, ...parts] : parts;
  }

  function limitedOf(id: AdminRouteId): readonly Limited[] {
    const { parameters, requestBody } = document.operation(id);
    const body = requestBody?.content['application/json']?.schema;
    return [
      ...parameters.flatMap(({ in: place, name, schema }) =>
        limitedIn({ place, steps: [name], schema }),
      ),
      ...(body ? limitedIn({ place: 'body', steps: [], schema: body }) : []),
    ];
  }

  const maximumOf = ({ schema: { maxLength, maxItems, maxProperties } }: Limited) =>
    maxLength ?? maxItems ?? maxProperties;

  /** Returns a value with so many characters, items or properties. */
  function valueWith({ schema }: Limited, length: number): unknown {
    const { items, maxLength, format = '', pattern = '' } = schema;
    if (items) return Array.from({ length }, (_, index) => items.enum?.[0] ?? `g${index}`);
    if (maxLength === undefined)
      return Object.fromEntries(Array.from({ length }, (_, index) => [`f${index}`, 'x']));
    if (format === 'date-time') return `${'2026-12-31T21:00:00.'.padEnd(length - 1, '0')}Z`;
    const start = /^\^\(?data:/.test(pattern) ? 'data:image/png;' : '';
    return (pattern.startsWith('^data\\.') ? 'data.' : start).padEnd(length, 'a');
  }

  /** Returns the value at `steps`, within the mappings and lists around it. */
  function wrapped([first, ...rest]: Steps, value: unknown): unknown {
    if (first === undefined) return value;
    const inner = wrapped(rest, value);
    if (first === 0) return [inner];
    // of an access rule by attributes
    if (first === 'attribute') return { attribute: inner, exists: true };
    if (first === 'is' || first === 'in') return { attribute: 'studentId', [first]: inner };
    return { [first === '*' ? 'f' : first]: inner };
  }

  /** Returns the example of the route with the value in its place. */
  async function inputWith(
    [id, route]: [AdminRouteId, AdminRoute],
    { place, steps }: Limited,
    value: unknown,
  ): Promise<Input> {
    const params = (await examples[id].object?.(world, chief.userId)) ?? {};
    const input = { ...(route.body && { body: {} }), ...examples[id].input?.(world) };
    const [name] = steps;
    const given = { [String(name)]: String(value) };
    if (place === 'path') return { ...input, params: { ...params, ...given } };
    if (place === 'query') return { ...input, params, query: { ...input.query, ...given } };
    if (place === 'header') return { ...input, params, headers: given };
    const body = { ...(input.body as object), ...(wrapped(steps, value) as object) };
    return { ...input, params, body };
  }

  const lengthReason = /at most|most \d|1 to \d|too big|visible characters|ETag/i;
  const pathOf = ({ place, steps }: Limited) =>
    place === 'header' ? String(steps[0]).toLowerCase() : steps.join('.').replace('*', 'f');

  /** Returns whether the request is refused because of the length of the value. */
  async function isTooLong(
    route: [AdminRouteId, AdminRoute],
    limited: Limited,
    length: number,
  ): Promise<boolean> {
    const input = await inputWith(route, limited, valueWith(limited, length));
    const response = await callRoute(world, route[0], chief, input);
    expect(response.statusCode).toBeLessThan(500);
    const { fields = {} } = jsonOf(response) ?? {};
    const path = pathOf(limited);
    const reasons = Object.entries<string>(fields).filter(([field]) => path.startsWith(field));
    return response.statusCode === 400 && reasons.some(([, reason]) => lengthReason.test(reason));
  }

  test.each(routes)('%s', async (...route) => {
    for (const limited of limitedOf(route[0])) {
      if (isOfProtocol(limited)) continue;
      const about = [limited.place, ...limited.steps, JSON.stringify(limited.schema)].join(' ');
      const maximum = maximumOf(limited);
      expect([about, maximum]).toEqual([about, expect.any(Number)]);
      const longer = await isTooLong(route, limited, (maximum ?? 0) + 1);
      // an entity tag has a fixed form, so that each wrong one has the same reason
      const longest = about.includes('If-Match')
        ? false
        : await isTooLong(route, limited, maximum ?? 0);
      expect([about, { longest, longer }]).toEqual([about, { longest: false, longer: true }]);
    }
  });

  test('an owner is refused before the groups of a rule are looked at, an administrator at most 50 of them', async () => {
    const ownerId = await addCaller(world, 'owner', ['application-owner']);
    const owner = await tokenOf(world, ownerId, { roles: ['application-owner'] });
    const { id } = await addOwnApplication(world, ownerId);
    const groups = Array.from({ length: 1000 }, () => 'x');
    const change = async (caller: Caller) => {
      const input = { params: { id }, body: { access: { groups } } };
      const response = await callRoute(world, 'updateApplication', caller, input);
      const { fields, omittedFields } = response.json();
      return [response.statusCode, Object.keys(fields).length, omittedFields];
    };
    expect(await change(owner)).toEqual([403, 1, undefined]);
    expect(await change(chief)).toEqual([400, 50, 950]);
  });
});
