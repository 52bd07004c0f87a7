// Signing keys by the administration API.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../../test/support/admin/callers.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';

const algs = ['EdDSA', 'ES256', 'RS256'];
const day = 24 * 3_600_000;

type Key = { kid: string; alg: string; state: string; signsFrom: string };

describe.each(databaseKinds)('signing keys by the administration API, on %s', (kind) => {
  let world: World;
  let chiefId: string;
  let chief: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    chiefId = await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
  });
  afterEach(() => world.close());

  const rotate = async (body: object) =>
    (await callRoute(world, 'rotateKeys', chief, { body })).json();
  const list = async () => (await callRoute(world, 'listKeys', chief)).json();
  const statesOf = ({ items }: { items: Key[] }) =>
    items.map(({ alg, state }) => `${alg} ${state}`);
  const recorded = () =>
    world.db
      .selectFrom('events')
      .select(['actor_id', 'user_id', 'details'])
      .where('type', '=', 'keys.rotated')
      .orderBy('at')
      .execute();
  const logged = () =>
    world.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'keys.rotated');

  test('are replaced at once, and rotated ahead of time', async () => {
    await world.db.deleteFrom('oidc_keys').execute();
    expect(await list()).toEqual({ items: [] });
    const replaced = await rotate({ atOnce: true });
    expect(statesOf(replaced)).toEqual(algs.map((alg) => `${alg} signing`));
    world.clock.now += 1000;
    const rotated = await rotate({});
    expect(statesOf(rotated)).toEqual(algs.flatMap((alg) => [`${alg} next`, `${alg} signing`]));
    const signsFrom = new Date(world.clock.now + 2 * day).toISOString();
    const next = rotated.items.filter(({ state }: Key) => state === 'next');
    expect(next.map((key: Key) => key.signsFrom)).toEqual(algs.map(() => signsFrom));
    expect(await list()).toEqual(rotated);
    // keys do not pile up
    const again = await Promise.all(
      [1, 2].map(() => callRoute(world, 'rotateKeys', chief, { body: {} })),
    );
    expect(again.map((one) => [one.statusCode, one.json().fields])).toEqual(
      [1, 2].map(() => [409, { atOnce: expect.stringContaining(signsFrom) }]),
    );
    expect(await list()).toEqual(rotated);
    const stored = await world.db.selectFrom('oidc_keys').selectAll().execute();
    expect(JSON.stringify(rotated)).not.toContain(stored[0]?.encrypted_private_key);
    expect(Object.keys(rotated.items[0]).sort()).toEqual([
      'alg',
      'createdAt',
      'kid',
      'signsFrom',
      'state',
    ]);
    const about = { actor_id: chiefId, user_id: null };
    expect(await recorded()).toEqual(
      ['at-once', 'by-administrator'].map((how) => ({
        ...about,
        details: JSON.stringify({ how }),
      })),
    );
    expect(logged().map(({ how, level }) => `${how} ${level}`)).toEqual([
      expect.stringMatching(/^at-once (warn|40)$/),
      expect.stringMatching(/^by-administrator (info|30)$/),
    ]);
    world.clock.now += 2 * day;
    chief = await strongSession(world, 'chief');
    expect(statesOf(await list())).toEqual(
      algs.flatMap((alg) => [`${alg} signing`, `${alg} former`]),
    );
  });

  test('of simultaneous rotations one creates keys, for the algorithms without a next one', async () => {
    await rotate({ atOnce: true });
    await rotate({});
    await world.db.deleteFrom('oidc_keys').where('alg', '=', 'ES256').execute();
    const all = await Promise.all(
      [1, 2, 3].map(() => callRoute(world, 'rotateKeys', chief, { body: {} })),
    );
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(statesOf(await list())).toEqual([
      'EdDSA next',
      'EdDSA signing',
      'ES256 next',
      'RS256 next',
      'RS256 signing',
    ]);
  });

  test('invalid requests change nothing', async () => {
    await rotate({ atOnce: true });
    const before = await list();
    for (const [body, path] of [
      [{ atOnce: 'yes' }, 'atOnce'],
      [{ now: true }, 'now'],
      [{ alg: 'none' }, 'alg'],
    ] as const) {
      const response = await callRoute(world, 'rotateKeys', chief, { body });
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [path]]);
    }
    const auditorId = await addCaller(world, 'auditor', ['auditor']);
    const auditor = await strongSession(world, 'auditor');
    expect(auditorId).not.toBe(chiefId);
    expect((await callRoute(world, 'rotateKeys', auditor, { body: {} })).statusCode).toBe(403);
    expect(await list()).toEqual(before);
    expect(await recorded()).toHaveLength(1);
  });
});
