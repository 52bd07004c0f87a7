// Starts the sample application, a server that uses Brama for sign-in. Its settings: SAMPLE_PORT, BRAMA_URL,
// SAMPLE_SECRETS (JSON: application name → secret).

import { createServer } from 'node:http';
import { createSampleApp } from './sample-app.ts';

const port = Number(process.env['SAMPLE_PORT'] ?? 3001);
const bramaUrl = process.env['BRAMA_URL'] ?? 'http://localhost:3000';
const secrets: Record<string, string> = JSON.parse(process.env['SAMPLE_SECRETS'] ?? '{}');

const ownUrl = `http://127.0.0.1:${port}`;
const server = createServer(createSampleApp({ bramaUrl, ownUrl, secrets }));

function stop() {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
}

server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `SAMPLE_PORT: ${port} is in use by another program; choose another, for example SAMPLE_PORT=${port + 1}`
      : `SAMPLE_PORT: cannot listen on ${port} (${error.code})`,
  );
  process.exit(1);
});
// not Brama's host name localhost, because browsers share cookies between all ports of a host
server.listen(port, '127.0.0.1', () => process.send?.({ ready: ownUrl }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
process.once('disconnect', stop);
