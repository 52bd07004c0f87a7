// A PostgreSQL client under which every connection parses and plans each of our queries only once. It closes its
// connection after a statement without an answer: the answer could come later, as that of the next statement.

import pg from 'pg';
import { isStatementTimeout } from './errors.ts';

/** Our queries are few; only lists of changing length make ever new texts, and those stay nameless. */
const mostNames = 200;
const names = new Map<string, string>();

/** Transactions and definitions gain nothing. */
const isQuery = /^(select|insert|update|delete|with) /;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `brama_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Names statements on their way. A name binds its statement to the columns it first gave: a query for
 * `*` would fail once a newer release beside us has added one, so ours list their columns.
 */
export class NamedStatementClient extends pg.Client {
  // Kysely asks with a text and its parameters, and takes a promise
  override query(...asked: unknown[]) {
    const [text, values] = asked;
    const name = typeof text === 'string' && isQuery.test(text) ? nameOf(text) : undefined;
    const named = name === undefined ? asked : [{ name, text, values }];
    const answer: Promise<pg.QueryResult> = Reflect.apply(super.query, this, named);
    return answer.catch((error: unknown) => {
      // from now on it refuses statements at once, and the pool takes another in its place
      if (isStatementTimeout(error)) void this.end();
      throw error;
    });
  }
}
