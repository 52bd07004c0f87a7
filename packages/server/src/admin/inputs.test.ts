// Random requests made from the OpenAPI document and from valid examples: no server error, and no response outside the document. A
// refused request changes nothing, and reading changes nothing but the events.

import { explainReason } from '@brama/contract/admin/field-reasons';
import type { Role } from '@brama/contract/admin/roles';
import type { AdminRoute } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
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
import { Arbitraries } from '../../test/support/admin/random-requests/arbitrary.ts';
import {
  changedTables,
  type DatabaseState,
  stateReader,
} from '../../test/support/admin/random-requests/database-state.ts';
import { Document, type Response } from '../../test/support/admin/random-requests/document.ts';
import { Pool } from '../../test/support/admin/random-requests/existing.ts';
import {
  exampleRequest,
  inputOf,
  type RandomRequest,
  requestsTo,
} from '../../test/support/admin/random-requests/requests.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { makeWorld, type World } from '../../test/support/world.ts';

const routes = Object.entries<AdminRoute>(adminRoutes) as [AdminRouteId, AdminRoute][];
/** Requests to each route. */
const isThorough = inject('isThorough');
const runs = isThorough ? 20 : 3;
const seed = 22;

const kindsOfCallers: { roles: Role[]; byToken: boolean }[] = [
  { roles: ['administrator'], byToken: false },
  { roles: ['administrator'], byToken: true },
  { roles: ['operator'], byToken: false },
  { roles: ['application-owner', 'auditor'], byToken: false },
];

describeOnDatabases('random requests', (kind) => {
  let world: World;
  let pool: Pool;
  let document: Document;
  let readState: () => Promise<DatabaseState>;
  /** What is stored; undefined if something has been written since. */
  let state: DatabaseState | undefined;
  const callers: Caller[] = [];
  beforeAll(async () => {
    // the job of bulk changes writes too
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    world = await makeWorld(kind, { RATE_LIMIT_SECRETS_PER_MINUTE: '100000' });
    pool = new Pool(world);
    document = await Document.of(world);
    readState = await stateReader(world.db, kind);
    // objects of every kind
    const groups = Array.from({ length: 8 }, (_, index) => ({ name: `g${index}`, created_at: 0 }));
    await world.db.insertInto('groups').values(groups).execute();
    for (const { object } of Object.values(examples)) await object?.(world, world.olena);
  });
  afterAll(async () => {
    await world.close();
    vi.useRealTimers();
  });

  /** Returns a caller who can still sign in and has all roles, whatever requests have done. */
  async function callerAt(position: number): Promise<Caller> {
    const { roles, byToken } = kindsOfCallers[position] as (typeof kindsOfCallers)[number];
    const known = callers[position];
    if (known && state) return known;
    const self = known && (await callRoute(world, 'readSelf', known));
    if (known && self?.statusCode === 200 && self.json().roles.length === roles.length)
      return known;
    const username = `caller-${crypto.randomUUID()}`;
    const userId = await addCaller(world, username, roles);
    const caller = byToken
      ? await tokenOf(world, userId, { roles })
      : await strongSession(world, username);
    callers[position] = caller;
    // the time of the first use is stored
    await callRoute(world, 'readSelf', caller);
    state = undefined;
    return caller;
  }

  /** Sends a request with an idempotency key again. */
  async function repeat(id: AdminRouteId, caller: Caller, input: Input, first: string) {
    const before = await readState();
    const { body } = await callRoute(world, id, caller, input);
    expect(body).toBe(first);
    expect(changedTables(before, await readState())).toEqual([]);
  }

  /** Checks that a refused request has changed nothing, and reading nothing but the events. */
  async function checkUnchanged(before: DatabaseState, { isRefused }: { isRefused: boolean }) {
    state = await readState();
    const changed = changedTables(before, state);
    expect(changed).toEqual(isRefused ? [] : changed.filter((table) => table === 'events'));
  }

  /** Checks the response by the document, and that every refused field is named. */
  function checkResponse(id: AdminRouteId, response: Response) {
    const { statusCode } = response;
    document.checkResponse(id, response);
    expect(statusCode).toBeLessThan(500);
    const { code, fields, errors = [], next } = jsonOf(response) ?? {};
    if (code === 'request.invalid') expect(Object.keys(fields ?? {})).not.toEqual([]);
    const reasons = Object.values<string>(fields ?? {});
    expect(errors).toHaveLength(reasons.length);
    // each reason has a code and a Ukrainian text
    const isUnknown = (reason: string) =>
      explainReason(reason).code === 'invalid' && reason !== 'is not valid';
    expect(reasons.filter(isUnknown)).toEqual([]);
    pool.addCursor(next);
  }

  /** Sends a request and checks what follows. Returns whether it was accepted. */
  async function send([id, route]: [AdminRouteId, AdminRoute], request: RandomRequest) {
    const caller = await callerAt(request.by);
    if (!state) await pool.refresh();
    const example = examples[id];
    const input = await inputOf({ world, pool, route, example }, request, caller);
    if (example.object && request.from !== 'document') state = undefined;
    const before = state ?? (await readState());
    state = undefined;
    const response = await callRoute(world, id, caller, input);
    checkResponse(id, response);
    const isRefused = response.statusCode >= 400;
    if (isRefused || route.method === 'GET') await checkUnchanged(before, { isRefused });
    else if (route.idempotent && request.key !== undefined)
      await repeat(id, caller, input, response.body);
    return !isRefused;
  }

  test.each(routes)('%s', async (...[id, route]) => {
    const accepted = { example: 0, both: 0, document: 0 };
    const requests = requestsTo(route, document.operation(id), document);
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        if (await send([id, route], request)) accepted[request.from] += 1;
      }),
      { numRuns: runs, seed, examples: [[exampleRequest]] },
    );
    // requests that are only refused would test little
    expect([id, accepted.example > 0]).toEqual([id, true]);
    if (isThorough) expect([id, accepted.both + accepted.document > 0]).toEqual([id, true]);
  });

  /** Returns the schemas of the parameters and the body of a request to the route, with their names. */
  function schemasOf(id: AdminRouteId) {
    const { parameters, requestBody } = document.operation(id);
    const schema = requestBody?.content['application/json']?.schema;
    return [...parameters, ...(schema ? [{ name: '', schema }] : [])];
  }

  test('random values without a flaw are what the document permits', async () => {
    await pool.refresh();
    const arbitraries = new Arbitraries(document.schemas);
    for (const { name, schema } of routes.flatMap(([id]) => schemasOf(id))) {
      const samples = fc.sample(arbitraries.valid(schema, name), { numRuns: 10, seed });
      const refused = samples
        .map((value) => pool.resolve(value))
        .filter((value) => !document.permits(schema, value));
      expect([name, refused]).toEqual([name, []]);
    }
  });
});
