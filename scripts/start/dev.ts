// `npm run dev`: starts Vite on the public port and the server behind it, with the users and sample application of the
// demo. Vite forwards calls to the server, which restarts when its sources change.

import { readFileSync } from 'node:fs';
import { readStoredConfig } from '@brama/server/app/config';
import { ProcessGroup, startChild } from '../children.ts';
import { applyDemo, demoTable, samplePort } from './demo.ts';
import { startSimulators } from './simulators.ts';

process.env['NODE_ENV'] = 'development';
const config = readStoredConfig(process.env, (path) => readFileSync(path, 'utf8'));
const { port, dataDir } = config;
const backendPort = port + 100;
const bramaUrl = `http://localhost:${port}`;

const group = new ProcessGroup();
const server = 'packages/server/src/main.ts';
const secrets = await applyDemo(group, dataDir, server);
const simulated = secrets ? await startSimulators(group, config, bramaUrl) : {};
group.add(
  startChild(server, ['serve'], {
    nodeArgs: ['--watch', '--watch-preserve-output'],
    env: { ...simulated, PORT: String(backendPort), BASE_URL: bramaUrl },
  }),
);
group.add(
  startChild('node_modules/vite/bin/vite.js', ['packages/web', '--configLoader', 'native'], {
    env: { PORT: String(port), BRAMA_BACKEND: `http://localhost:${backendPort}` },
  }),
);
if (secrets) {
  const env = {
    SAMPLE_PORT: samplePort,
    BRAMA_URL: bramaUrl,
    SAMPLE_SECRETS: JSON.stringify(secrets),
  };
  const script = 'packages/simulators/src/sample-app/main.ts';
  await group.sustain('The sample application', () => startChild(script, [], { env }));
  console.log(demoTable(bramaUrl, simulated));
}
