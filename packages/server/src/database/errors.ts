// Classifies database errors. Only this file contains the error codes of the drivers.

type Coded = { code?: unknown };

function codeOf(error: unknown) {
  const code = (error as Coded | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** Returns whether a unique index rejected the row. */
export function isUniqueViolation(error: unknown) {
  const code = codeOf(error);
  // 23505: PostgreSQL unique_violation
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}

/** Returns whether it is the unique index of this column that rejected the row. */
export function isTaken(error: unknown, column: string) {
  const { constraint, message } = error as { constraint?: unknown; message?: unknown };
  return isUniqueViolation(error) && `${constraint} ${message}`.includes(column);
}

/** Returns whether the row refers to a row that does not exist or was deleted. */
export function isForeignKeyViolation(error: unknown) {
  const code = codeOf(error);
  // 23503: PostgreSQL foreign_key_violation
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
}

/** Returns whether a table of the statement does not exist. */
export function isMissingTable(error: unknown) {
  // 42P01: PostgreSQL undefined_table
  return (
    codeOf(error) === '42P01' ||
    (codeOf(error) === 'SQLITE_ERROR' && `${(error as Error).message}`.startsWith('no such table'))
  );
}

/** Returns whether the role of PostgreSQL may not do this. */
export const isForbidden = (error: unknown) => codeOf(error) === '42501';

/** Returns whether PostgreSQL undid the transaction because others waited for it while it waited for them. */
export const isDeadlock = (error: unknown) => codeOf(error) === '40P01';

// PostgreSQL: 08 connection, 53 resources, 57P shutting down or starting, 40 serialisation, 55000 closed
// for maintenance, 57014 timeout
const postgresTrouble = /^(08|53|57P|40)|^(55000|57014)$/;
const networkTrouble = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EPIPE',
  'EHOSTUNREACH',
]);
const sqliteTrouble = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY)/;
const statementTimeout = 'Query read timeout';
const poolTrouble =
  /^(timeout (exceeded when trying to connect|expired)|Connection terminated|Client (has encountered|was closed))/;

/** Returns whether PostgreSQL did not respond to a statement in time. */
export function isStatementTimeout(error: unknown) {
  return error instanceof Error && error.message === statementTimeout;
}

/**
 * Returns whether the connection of PostgreSQL must not be used again. The server closes it, or a late response could be taken for
 * another one.
 */
export const endsConnection = (error: unknown) =>
  isStatementTimeout(error) || (error as { severity?: unknown } | null)?.severity === 'FATAL';

/** Returns whether the database is unavailable for now, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown) {
  const code = codeOf(error);
  if (postgresTrouble.test(code) && code.length === 5) return true;
  if (networkTrouble.has(code) || sqliteTrouble.test(code)) return true;
  if (isStatementTimeout(error)) return true;
  return error instanceof Error && poolTrouble.test(error.message);
}
