// Runs a simulator as a process of its own: reports to the parent when it is ready, and ends with it.

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

type Served = {
  handle: RequestListener;
  /** The setting with the port, for the message about one that is in use. */
  setting: string;
  /** 0 for a free one. */
  port: number;
  /** Below which the simulator answers. */
  path?: string;
  /** Ends what the simulator does beside requests. */
  close?: () => void;
};

/** Listens until a signal or the end of the parent. */
export function serve({ handle, setting, port, path = '', close = () => undefined }: Served): void {
  const server = createServer(handle);

  function stop() {
    close();
    server.close(() => process.exit(0));
    server.closeAllConnections();
  }

  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `${setting}: ${port} is in use by another program; choose another, for example ${setting}=${port + 1}`
        : `${setting}: cannot listen on ${port} (${error.code})`,
    );
    process.exit(1);
  });
  // not Brama's host name localhost, because browsers share cookies between all ports of a host
  server.listen(port, '127.0.0.1', () => {
    const address = server.address() as AddressInfo;
    process.send?.({ ready: `http://127.0.0.1:${address.port}${path}` });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  process.once('disconnect', stop);
}
