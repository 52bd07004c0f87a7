// Files that administrators upload: what is stored, what is refused, and how a server compares them.

import { createHash } from 'node:crypto';
import { sourceSettings } from '@brama/contract/admin/imports/source-settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';
import { addSource } from '../../../users/sources/source-store.ts';

const mapping = {
  version: 1,
  username: { rule: '{id}' },
  fields: { externalId: 'Код', fullName: 'ПІБ', taxId: { column: 'РНОКПП', optional: true } },
};

const file = (...rows: string[]) => Buffer.from(`Код;ПІБ\n${rows.join('\n')}\n`);
const people = file('а1;Коваль Олена', 'а2;Гай Петро');

describeOnDatabases('uploaded files', (kind) => {
  let world: World;
  let chief: Caller;

  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'chief', ['administrator']);
    await addCaller(world, 'second', ['administrator']);
    chief = await strongSession(world, 'chief');
    const settings = sourceSettings.parse({});
    const values = { title: null, position: 1, settings, mapping };
    await addSource(world.db, { name: 'students', kind: 'file', ...values }, world.clock.now);
  });
  afterEach(() => world.close());

  const call = async (
    id: Parameters<typeof callRoute>[1],
    input: Parameters<typeof callRoute>[3] = {},
    caller = chief,
  ) => {
    const answer = await callRoute(world, id, caller, input);
    return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() };
  };
  const upload = (given: Buffer, query: Record<string, string> = {}) =>
    call('startImport', { query: { source: 'students', ...query }, file: given });
  const state = async (id: string) => (await call('readImport', { params: { id } })).body;
  const settled = (id: string) =>
    expect.poll(async () => (await state(id)).state, { timeout: 10_000 }).not.toBe('comparing');

  test('a file is compared, approved by another administrator, and written', async () => {
    const { status, body } = await upload(people, { fileName: 'students.csv' });
    expect([status, body]).toMatchObject([
      201,
      { state: 'comparing', startedBy: 'chief', fileName: 'students.csv', hasFile: true },
    ]);
    await settled(body.id);
    expect(await state(body.id)).toMatchObject({
      state: 'waiting',
      counts: { created: 2 },
      fileHash: createHash('sha256').update(people).digest('hex'),
      obstacle: 'own-import',
      hasFile: true,
    });
  });
});
