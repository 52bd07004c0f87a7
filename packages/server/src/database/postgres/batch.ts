// Statements that are sent at once and run as one transaction: PostgreSQL commits when it has read the sync after the last one.
// So a transaction needs one round trip, also if one of its statements must change a row.

import type { Duplex } from 'node:stream';
import type pg from 'pg';
import type { BatchResult, Statement } from '../direct.ts';
import { nameOf, nameStatement } from './named-statements.ts';

/** `division_by_zero` */
const nothingChanged = '22012';

/** Fails if the statement changes no row, which undoes the whole transaction. Returns the number of changed rows. */
const counting = (sql: string) =>
  `with changed as (${sql} returning 1) select count(*), 1 / count(*) from changed`;

/** Commits without waiting for the disk: PostgreSQL writes it within a second. */
const relaxed = `select set_config('synchronous_commit', 'off', true)`;

type Sent = {
  text: string;
  name: string | undefined;
  values: readonly (string | null)[];
  /** Undefined for what the caller has not asked for. */
  statement?: Statement;
};

/** The texts of values, which PostgreSQL reads by the types of the columns. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return String(value);
  throw new TypeError('a value of a batch must be a text, a number or a boolean');
}

function sentFrom(statement: Statement): Sent {
  const { sql, parameters, mustChange } = statement;
  const name = nameOf(sql);
  const values = parameters.map(textOf);
  if (!mustChange) return { text: sql, name, values, statement };
  const text = counting(sql);
  return { text, name: name && nameStatement(text), values, statement };
}

/** What the driver’s own queries use of its connection. */
type Connection = {
  stream: Duplex;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name: string }): void;
  bind(portal: { statement: string; values: readonly (string | null)[] }): void;
  execute(portal: object): void;
  sync(): void;
};

/** A query of the driver, as it calls it. The driver asks for the name and the text of the statement that PostgreSQL has parsed. */
export class Batch implements pg.Submittable {
  readonly result: Promise<BatchResult>;
  /** The driver wraps it to stop its timeout. */
  callback: (error: unknown, result?: BatchResult) => void;
  readonly #sent: Sent[];
  readonly #changed: number[] = [];
  /** Of the statement that runs. */
  #index = 0;

  constructor(statements: readonly Statement[]) {
    const isRelaxed = statements.every((one) => one.relaxedDurability);
    const before = isRelaxed ? [{ text: relaxed, name: nameStatement(relaxed), values: [] }] : [];
    this.#sent = [...before, ...statements.map(sentFrom)];
    const { promise, resolve, reject } = Promise.withResolvers<BatchResult>();
    this.result = promise;
    this.callback = (error, result) => (result ? resolve(result) : reject(error));
  }

  /** Of the statements that were asked for. */
  get texts() {
    return this.#sent.flatMap(({ text, statement }) => (statement ? text : []));
  }

  get name() {
    return this.#sent[this.#index]?.name;
  }

  get text() {
    return this.#sent[this.#index]?.text;
  }

  submit(connection: unknown) {
    const { stream, parsedStatements, submittedNamedStatements } = connection as Connection;
    const server = connection as Connection;
    stream.cork();
    try {
      for (const { name = '', text, values } of this.#sent) {
        if (!parsedStatements[name] && !submittedNamedStatements[name])
          server.parse({ text, name });
        if (name && !parsedStatements[name]) submittedNamedStatements[name] = text;
        server.bind({ statement: name, values });
        server.execute({});
      }
      server.sync();
    } finally {
      stream.uncork();
    }
  }

  handleDataRow({ fields }: { fields: readonly string[] }) {
    if (this.#sent[this.#index]?.statement?.mustChange) this.#changed.push(Number(fields[0]));
  }

  /** `text`: such as `UPDATE 1`, `INSERT 0 1`. */
  handleCommandComplete({ text }: { text: string }) {
    const { statement } = this.#sent[this.#index] ?? {};
    if (statement && !statement.mustChange)
      this.#changed.push(text.startsWith('SELECT') ? 0 : Number(text.split(' ').at(-1)));
    this.#index += 1;
  }

  /** Now the transaction is committed, or undone after an error. */
  handleReadyForQuery() {
    this.callback(null, { changed: this.#changed });
  }

  handleError(error: { code?: string }, connection: unknown) {
    const { parsedStatements, submittedNamedStatements } = connection as Connection;
    // PostgreSQL has not read those after the one that failed
    for (const { name } of this.#sent)
      if (name && !parsedStatements[name]) delete submittedNamedStatements[name];
    const refusedAt = this.#changed.length;
    const { mustChange } = this.#sent[this.#index]?.statement ?? {};
    if (mustChange && error.code === nothingChanged) this.callback(null, { refusedAt });
    else this.callback(error);
  }
}
