// One keep-alive HTTP/1.1 connection with one request at a time. Does as little as possible, because it shares the
// processor with the server. Bodies stay Latin-1.

import { once } from 'node:events';
import { connect } from 'node:net';

export type Answer = { status: number; head: string; body: string };
/** `headers` are whole lines, each ending in CRLF. */
export type Request = { method: 'GET' | 'POST'; path: string; headers: string; body?: string };

export type Connection = {
  port: number;
  /** @throws {BrokenConnection} when the server closes the connection first. */
  ask(request: Request): Promise<Answer>;
  close(): void;
};

/** The server ended the connection in the middle of a request. */
export class BrokenConnection extends Error {
  override name = 'BrokenConnection';
}

/** The server sent a response that the scenario does not expect, so the measurement is worthless. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
}

/** Returns the body of chunks (RFC 9112 §7.1) once the last one has arrived. */
function chunkedBody(received: string): string | undefined {
  let body = '';
  for (let at = 0; ; ) {
    const lineEnd = received.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(received.slice(at, lineEnd), 16);
    at = lineEnd + 2 + length + 2;
    if (received.length < at) return undefined;
    if (length === 0) return body;
    body += received.slice(lineEnd + 2, at - 2);
  }
}

function bodyIn(head: string, received: string): string | undefined {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined)
    return received.length < Number(length) ? undefined : received.slice(0, Number(length));
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return chunkedBody(received);
  throw new UnexpectedAnswer(`an answer without a length:\n${head}`);
}

/** Returns the response once all of it has arrived. */
function answerIn(received: string): Answer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.slice(0, end);
  const body = bodyIn(head, received.slice(end + 4));
  return body === undefined ? undefined : { status: Number(head.slice(9, 12)), head, body };
}

function lines({ method, path, headers, body }: Request, port: number): string {
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: localhost:${port}\r\n${headers}${length}\r\n${body ?? ''}`;
}

type Waiting = { resolve(answer: Answer): void; reject(error: Error): void };

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  socket.setEncoding('latin1');
  let received = '';
  let waiting: Waiting | undefined;

  function settle(outcome: (waiting: Waiting) => void) {
    const done = waiting;
    waiting = undefined;
    received = '';
    if (done) outcome(done);
  }

  socket.on('data', (chunk: string) => {
    received += chunk;
    try {
      const answer = answerIn(received);
      if (answer) settle(({ resolve }) => resolve(answer));
    } catch (error) {
      settle(({ reject }) => reject(error as Error));
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => settle(({ reject }) => reject(new BrokenConnection('hung up'))));
  return {
    port,
    ask(request) {
      if (socket.destroyed) return Promise.reject(new BrokenConnection('hung up'));
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting = { resolve, reject };
      socket.write(lines(request, port));
      return promise;
    },
    close: () => void socket.destroy(),
  };
}
