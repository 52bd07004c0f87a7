// `npm start`: the server, and unless told otherwise the demo around it.

import { ChildEnded, createFamily, startChild, whenReady } from './children.ts';
import { applyDemo, demoTable } from './demo.ts';

// the server reads and judges the settings itself; here only: is this a demo?
const wantsDemo = process.env['NODE_ENV'] !== 'production' && process.env['BRAMA_DEMO'] !== '0';
const samplePort = process.env['SAMPLE_PORT'] || '3001';
const sampleUrl = `http://127.0.0.1:${samplePort}`;
const family = createFamily();

async function startDemo() {
  if (!/^[1-9]\d{0,4}$/.test(samplePort) || Number(samplePort) > 65535) {
    console.error('SAMPLE_PORT: must be a whole number from 1 to 65535');
    process.exit(1);
  }
  const secrets = await applyDemo(sampleUrl);
  const server = family.add(startChild('packages/server/src/main.ts', ['serve']));
  const bramaUrl = await whenReady(server);
  const sample = family.add(
    startChild('packages/simulators/src/sample-app/main.ts', [], {
      env: {
        SAMPLE_PORT: samplePort,
        BRAMA_URL: bramaUrl,
        SAMPLE_SECRETS: JSON.stringify(secrets),
      },
    }),
  );
  await whenReady(sample);
  console.log(demoTable(bramaUrl, sampleUrl));
}

async function startServer() {
  const server = family.add(startChild('packages/server/src/main.ts', ['serve']));
  const bramaUrl = await whenReady(server);
  console.log(`Brama is ready at ${bramaUrl}; Ctrl-C stops it.`);
}

try {
  await (wantsDemo ? startDemo() : startServer());
} catch (error) {
  // the child has said why, and the family ends us with its exit code
  if (!(error instanceof ChildEnded)) throw error;
}
