// `npm run dev`: the server restarting on change behind Vite, with the demo's people and the sample
// application. Vite holds the public port and hands the calls on.

import { createFamily, startChild } from './children.ts';
import { applyDemo, demoTable, samplePort } from './demo.ts';

const port = Number(process.env['PORT'] || 3000);
const backendPort = port + 100;
const bramaUrl = `http://localhost:${port}`;
const backend = `http://localhost:${backendPort}`;

process.env['NODE_ENV'] = 'development';
const secrets = await applyDemo();
const family = createFamily();
family.add(
  startChild('packages/server/src/main.ts', ['serve'], {
    nodeArgs: ['--watch', '--watch-preserve-output'],
    env: { PORT: String(backendPort), BASE_URL: bramaUrl },
  }),
);
family.add(
  startChild('node_modules/vite/bin/vite.js', ['packages/web'], {
    env: { PORT: String(port), BRAMA_BACKEND: backend },
  }),
);
family.add(
  startChild('packages/simulators/src/sample-app/main.ts', [], {
    env: {
      SAMPLE_PORT: samplePort,
      BRAMA_URL: bramaUrl,
      SAMPLE_SECRETS: JSON.stringify(secrets),
    },
  }),
);
console.log(demoTable(bramaUrl));
