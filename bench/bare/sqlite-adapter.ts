// The simplest SQLite adapter that fulfils the library's contract: one table, one statement per call, write-ahead
// log.

import { type Adapter, type AdapterPayload, SqliteFile } from './library.ts';

const definition = `
  create table records (
    model text, id text, payload text, expires integer, consumed integer, grantId text, uid text, userCode text,
    primary key (model, id)
  );
  create index byGrant on records (grantId);
  create index byUid on records (uid);
  create index byUserCode on records (userCode);
`;

const dayS = 86_400;

type Row = { payload: string; consumed: number | null };

export function openSqliteAdapter(file: string): (model: string) => Adapter {
  const database = new SqliteFile(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.exec(definition);
  const statement = (sql: string) => database.prepare(sql);
  const select = (by: string) =>
    statement(
      `select payload, consumed from records where model = ? and ${by} = ? and expires > ?`,
    );
  const [byId, byUid, byUserCode] = [select('id'), select('uid'), select('userCode')];
  const put = statement(
    'insert or replace into records (model, id, payload, expires, grantId, uid, userCode) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const consume = statement('update records set consumed = ? where model = ? and id = ?');
  const remove = statement('delete from records where model = ? and id = ?');
  const revoke = statement('delete from records where grantId = ?');
  const seconds = () => Math.floor(Date.now() / 1000);

  return (model) => {
    function found(by: typeof byId, key: string): AdapterPayload | undefined {
      const row = by.get(model, key, seconds()) as Row | undefined;
      if (!row) return undefined;
      return { ...JSON.parse(row.payload), ...(row.consumed && { consumed: row.consumed }) };
    }
    return {
      find: async (id) => found(byId, id),
      findByUid: async (uid) => found(byUid, uid),
      findByUserCode: async (code) => found(byUserCode, code),
      async upsert(id, payload, expiresIn) {
        const { grantId = null, uid = null, userCode = null } = payload;
        const expires = seconds() + (expiresIn ?? dayS);
        put.run(model, id, JSON.stringify(payload), expires, grantId, uid, userCode);
      },
      consume: async (id) => void consume.run(seconds(), model, id),
      destroy: async (id) => void remove.run(model, id),
      revokeByGrantId: async (grantId) => void revoke.run(grantId),
    };
  };
}
