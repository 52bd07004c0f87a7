// `npm start`: the server, and unless told otherwise the demo around it.

import { ChildEnded, createFamily, startChild, whenReady } from './children.ts';
import { applyDemo, demoTable, samplePort } from './demo.ts';

// the server reads and judges the settings itself; here only: is this a demo?
const wantsDemo = process.env['NODE_ENV'] !== 'production' && process.env['BRAMA_DEMO'] !== '0';
const family = createFamily();

async function startDemo() {
  const secrets = await applyDemo();
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
  console.log(demoTable(bramaUrl));
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
