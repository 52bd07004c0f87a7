// Starts the simulator of Google. Its settings: GOOGLE_PORT, BRAMA_URL, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET,
// GOOGLE_SLOW_SECONDS.

import { createServer } from 'node:http';
import { createGoogleSimulator } from './simulator.ts';

const port = Number(process.env['GOOGLE_PORT'] ?? 3003);
// not Brama's host name localhost, because browsers share cookies between all ports of a host
const issuer = `http://127.0.0.1:${port}`;

const simulator = createGoogleSimulator({
  issuer,
  bramaUrl: process.env['BRAMA_URL'] ?? 'http://localhost:3000',
  clientId: process.env['GOOGLE_CLIENT_ID'] ?? 'demo',
  clientSecret: process.env['GOOGLE_CLIENT_SECRET'] ?? 'demo-secret',
  slowSeconds: Number(process.env['GOOGLE_SLOW_SECONDS'] ?? 3),
});
const server = createServer(simulator.handle);

function stop() {
  server.close(() => process.exit(0));
  server.closeAllConnections();
}

server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `GOOGLE_PORT: ${port} is in use by another program; choose another, for example GOOGLE_PORT=${port + 1}`
      : `GOOGLE_PORT: cannot listen on ${port} (${error.code})`,
  );
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => process.send?.({ ready: issuer }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
process.once('disconnect', stop);
