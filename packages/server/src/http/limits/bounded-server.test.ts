// A request with two Host headers is rejected, and so are the pipelined requests after it.

import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { connectionLimits, createBoundedServer } from './bounded-server.ts';

test('a request with two Host headers and the requests after it are not served', async () => {
  const served: unknown[] = [];
  const server = createBoundedServer((request, response) => {
    served.push(request.url);
    response.end();
  }, connectionLimits);
  server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const get = (path: string, hosts: string) => `GET ${path} HTTP/1.1\r\n${hosts}\r\n`;
  const bytes = [
    get('/first', 'host: a\r\n'),
    get('/second', 'host: a\r\nHost: b\r\n'),
    get('/third', 'host: a\r\n'),
  ];
  await new Promise<void>((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes.join('')));
    socket.resume().once('close', () => done());
  });
  await new Promise((done) => void server.close(done));
  expect(served).toEqual(['/first']);
});
