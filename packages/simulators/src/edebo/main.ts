// Starts the simulator of the register ЄДЕБО. Its settings: EDEBO_PORT (0 for a free one), EDEBO_PEOPLE, EDEBO_CAST (1 adds the
// people of the simulator of Diia), EDEBO_USER, EDEBO_PASSWORD, EDEBO_APP_KEY, EDEBO_UNIVERSITY_ID, EDEBO_SLOW_SECONDS.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { castOfDiia, inventPeople } from './people.ts';
import { basePath, createEdeboSimulator } from './simulator.ts';

const port = Number(process.env['EDEBO_PORT'] ?? 3004);
const people = inventPeople(Number(process.env['EDEBO_PEOPLE'] ?? 60));

const simulator = createEdeboSimulator({
  user: process.env['EDEBO_USER'] ?? 'demo@campus.example',
  password: process.env['EDEBO_PASSWORD'] ?? 'demo',
  appKey: process.env['EDEBO_APP_KEY'] ?? 'demo-key',
  universityId: Number(process.env['EDEBO_UNIVERSITY_ID'] ?? 174),
  people: process.env['EDEBO_CAST'] === '1' ? [...people, ...castOfDiia()] : people,
  slowMs: Number(process.env['EDEBO_SLOW_SECONDS'] ?? 5) * 1000,
});
const server = createServer(simulator.handle);

function stop() {
  simulator.close();
  server.close(() => process.exit(0));
  server.closeAllConnections();
}

server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `EDEBO_PORT: ${port} is in use by another program; choose another, for example EDEBO_PORT=${port + 1}`
      : `EDEBO_PORT: cannot listen on ${port} (${error.code})`,
  );
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address() as AddressInfo;
  process.send?.({ ready: `http://127.0.0.1:${address.port}${basePath}` });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
process.once('disconnect', stop);
