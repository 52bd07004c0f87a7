// The structured log. It holds paths and codes, never queries, cookies, authorization headers or bodies.

import { type DestinationStream, type Logger, pino } from 'pino';
import { sourceStack } from './source-maps/source-stack.ts';

type LoggedRequest = { method: string; url: string; id?: unknown };

/** Returns the path only, because queries carry tickets and secrets. */
export function pathOf(url: string): string {
  return (url.split(/[?#;]/, 1)[0] ?? '').slice(0, 200);
}

/** Returns the path for the log, without parts that may be ids of stored requests. */
export function shownPathOf(url: string): string {
  return pathOf(url).replace(/\/[\w-]{40,}(?=\/|$)/g, '/…');
}

type LoggedError = {
  type: string;
  code?: unknown;
  message: string;
  stack?: string;
  cause?: LoggedError;
};

/** Logs only these properties, because database drivers attach values of the failing row to their errors. */
function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && { stack: sourceStack(error.stack) }),
    ...(error.cause !== undefined && depth < 4 && { cause: describeError(error.cause, depth + 1) }),
  };
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      req: (request: LoggedRequest) => ({ method: request.method, path: shownPathOf(request.url) }),
      err: describeError,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
