// Random requests made from the OpenAPI document: no server error, no undocumented status, no response outside its schema. A refused
// request changes nothing.

import { type AdminRoute, problem } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes, openApiPath } from '@brama/contract/admin/routes';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inputsOf, type JsonSchema } from '../../../test/support/admin/arbitrary.ts';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../../test/support/admin/callers.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: JsonSchema };
type Operation = {
  operationId: AdminRouteId;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, unknown>;
};
type Document = { paths: Record<string, Record<string, Operation>> };

const routes = Object.entries<AdminRoute>(adminRoutes) as [AdminRouteId, AdminRoute][];
/** Requests to each route. */
const runs = 25;
const seed = 22;

describe.each(databaseKinds)('random requests, on %s', (kind) => {
  let world: World;
  let caller: Caller;
  let ids: string[];
  let operations: Map<AdminRouteId, Operation>;
  beforeAll(async () => {
    world = await makeWorld(kind);
    const userId = await addCaller(world, 'chief', ['administrator']);
    const other = await addCaller(world, 'other', ['operator']);
    caller = await strongSession(world, 'chief');
    const applications = await world.db.selectFrom('applications').select('id').execute();
    ids = [userId, other, world.olena, ...applications.map(({ id }) => id)];
    const { paths } = (await world.send({ url: openApiPath })).json() as Document;
    const all = Object.values(paths).flatMap((methods) => Object.values(methods));
    operations = new Map(all.map((operation) => [operation.operationId, operation]));
  });
  afterAll(() => world.close());

  /** Returns what administrators can change. */
  async function state() {
    const { db } = world;
    const tables = ['users', 'groups', 'applications', 'user_roles', 'api_tokens'] as const;
    const rows = [];
    for (const table of tables) rows.push(await db.selectFrom(table).selectAll().execute());
    const events = db.selectFrom('events').select(({ fn }) => fn.countAll().as('number'));
    return JSON.stringify([rows, await events.execute()]);
  }

  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

  function requestsOf({ parameters, requestBody }: Operation) {
    const values = (place: Parameter['in']) =>
      fc.record(
        Object.fromEntries(
          parameters
            .filter((one) => one.in === place)
            .map(({ name, schema }) => [name, inputsOf(schema, ids).map(asText)]),
        ),
        place === 'path' ? {} : { requiredKeys: [] },
      );
    const body = requestBody?.content['application/json'].schema;
    return fc.record({
      params: values('path').map((all) =>
        // a path has no empty part, and no part of 256 characters
        Object.fromEntries(
          Object.entries(all).map(([name, value]) => [
            name,
            String(value).toWellFormed().slice(0, 100) || 'x',
          ]),
        ),
      ),
      query: values('query'),
      body: body ? inputsOf(body, ids) : fc.constant(undefined),
    });
  }

  /** The caller stays an administrator with a session, whatever the requests did. */
  async function restore() {
    await world.db.updateTable('users').set({ disabled: 0 }).execute();
    await world.db
      .insertInto('user_roles')
      .values({ user_id: caller.userId, role: 'administrator', granted_at: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { statusCode } = await callRoute(world, 'readSelf', caller);
    if (statusCode !== 200) caller = await strongSession(world, 'chief');
  }

  test.each(routes)('%s', async (id, route) => {
    const operation = operations.get(id);
    expect(operation?.operationId).toBe(id);
    const documented = Object.keys((operation as Operation).responses);
    await fc.assert(
      fc.asyncProperty(requestsOf(operation as Operation), async (input) => {
        await restore();
        const before = await state();
        const response = await callRoute(world, id, caller, input as never);
        const { statusCode, body, headers } = response;
        expect(documented).toContain(String(statusCode));
        expect(statusCode).toBeLessThan(500);
        if (statusCode >= 400) {
          expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
          problem.parse(JSON.parse(body));
          expect(await state()).toBe(before);
        } else if (statusCode === 202) route.waiting?.parse(JSON.parse(body));
        else if (route.response) route.response.parse(JSON.parse(body));
        else expect([statusCode, body]).toEqual([204, '']);
      }),
      { numRuns: runs, seed },
    );
  });
});
