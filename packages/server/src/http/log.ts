// The log: structured, without queries, cookies, authorization or bodies. Paths and codes only.

import { type DestinationStream, type Logger, pino } from 'pino';

type SeenRequest = { method: string; url: string; id?: unknown };

/** The path alone: queries carry tickets and secrets. */
export function pathOf(url: string): string {
  return (url.split(/[?#;]/, 1)[0] ?? '').slice(0, 200);
}

/** For the log: a part that may be the id of something that waits is nobody's to read there. */
export function shownPathOf(url: string): string {
  return pathOf(url).replace(/\/[\w-]{40,}(?=\/|$)/g, '/…');
}

type Described = {
  type: string;
  code?: unknown;
  message: string;
  stack?: string;
  cause?: Described;
};

/** Of an error only these: drivers hang values of the failing row on theirs. */
function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
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
      req: (request: SeenRequest) => ({ method: request.method, path: shownPathOf(request.url) }),
      err: describeError,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
