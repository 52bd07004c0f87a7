// A PostgreSQL client that parses and plans each query once per connection. Closes its connection after a statement
// timeout, because the late response could be taken for the response of the next statement.

import pg from 'pg';
import { isStatementTimeout } from '../errors.ts';

/**
 * Limits the named statements: lists of varying length produce new query texts without end, and these stay unnamed.
 */
const mostNames = 200;
const names = new Map<string, string>();

/** Matches queries. Transaction and schema statements gain nothing from a name. */
const isQuery = /^(select|insert|update|delete|with) /;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `brama_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Names each query. PostgreSQL binds a name to the columns of its first result. A query for `*` would fail after a
 * newer release adds a column, so our queries list their columns.
 */
export class NamedStatementClient extends pg.Client {
  // Kysely passes a text and its parameters, and expects a promise
  override query(...asked: unknown[]) {
    const [text, values] = asked;
    const name = typeof text === 'string' && isQuery.test(text) ? nameOf(text) : undefined;
    const named = name === undefined ? asked : [{ name, text, values }];
    const answer: Promise<pg.QueryResult> = Reflect.apply(super.query, this, named);
    return answer.catch((error: unknown) => {
      // the ended client rejects further statements, and the pool replaces it
      if (isStatementTimeout(error)) void this.end();
      throw error;
    });
  }
}
