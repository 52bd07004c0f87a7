import { expect, test } from 'vitest';
import { describeOnDatabases, makeDatabase } from '../../../test/support/databases.ts';
import { addUser } from '../../../test/support/world.ts';
import { Change } from '../../events/change.ts';
import { EventStore } from '../../events/store.ts';
import { createLogger } from '../../http/log.ts';
import { removeTaxIds } from './remove-tax-ids.ts';

describeOnDatabases('removed tax numbers', (kind) => {
  test('each has an event, also if another writer sets one meanwhile', async () => {
    const { db, close } = await makeDatabase(kind);
    const first = await addUser(db, { username: 'first', taxIdHash: 'h1' }, 'x');
    const second = await addUser(db, { username: 'second' }, 'x');
    const setNumber = db.updateTable('users').set({ tax_id_hash: 'h2' }).where('id', '=', second);
    let statements = 0;
    // after the first statement, as the commit of another transaction would
    const queries = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1;
        if (statements === 1) await setNumber.execute();
        return result;
      },
    });
    const log = createLogger('silent');
    const deps = { events: new EventStore(db, () => 1) };
    const change = new Change(deps, queries, { actor: 'administrator', log });
    expect(await removeTaxIds(change, 2)).toBe(1);
    const left = db.selectFrom('users').select('id').where('tax_id_hash', 'is not', null);
    const events = db.selectFrom('events').select(['user_id', 'type', 'details']);
    expect(await left.execute()).toEqual([{ id: second }]);
    expect(await events.execute()).toEqual([
      { user_id: first, type: 'user.changed', details: '{"fields":["taxId"]}' },
    ]);
    await close();
  });
});
