// A PostgreSQL client that parses and plans each prepared query once per connection. Closes its connection after a statement
// timeout, because the late response could be taken for the response of the next statement.

import pg from 'pg';
import { isStatementTimeout } from '../errors.ts';

const names = new Map<string, string>();

/**
 * Gives the text of a prepared query a name. Others stay unnamed: the server keeps a named statement for each connection, and lists of
 * varying length produce new texts without end.
 */
export function nameStatement(text: string): string {
  const name = names.get(text) ?? `brama_${names.size}`;
  names.set(text, name);
  return name;
}

/** Returns the name of a prepared query. */
export const nameOf = (text: string) => names.get(text);

/**
 * Names prepared queries, also within transactions. PostgreSQL binds a name to the columns of its first result. A query for `*` would fail after a
 * newer release adds a column, so our queries list their columns.
 */
export class NamedStatementClient extends pg.Client {
  // Kysely passes a text and its parameters, and expects a promise
  override query(...asked: unknown[]) {
    const [text, values] = asked;
    // a batch has names and a result of its own
    if ((text as Partial<pg.Submittable>).submit) return Reflect.apply(super.query, this, asked);
    const name = typeof text === 'string' ? names.get(text) : undefined;
    const named = name === undefined ? asked : [{ name, text, values }];
    const answer: Promise<pg.QueryResult> = Reflect.apply(super.query, this, named);
    return answer.catch((error: unknown) => {
      // the ended client rejects further statements, and the pool replaces it
      if (isStatementTimeout(error)) void this.end();
      throw error;
    });
  }
}
