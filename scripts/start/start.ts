// `npm start`: starts the server and, by default, the demo.

import { readFileSync } from 'node:fs';
import { type FullConfig, readStoredConfig } from '@brama/server/app/config';
import { ChildEnded, ProcessGroup, serverScript, startChild, whenReady } from '../children.ts';
import { applyDemo, demoTable, samplePort } from './demo.ts';
import { startSimulators } from './simulators.ts';

const group = new ProcessGroup();
const startServer = (env: Record<string, string>) =>
  group.add(startChild(serverScript, ['serve'], { env }));

/** Reads and checks the same settings as the server. */
function settings(): FullConfig {
  try {
    return readStoredConfig(process.env, (path) => readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(1);
  }
}

async function startSample(bramaUrl: string, secrets: Record<string, string>) {
  const env = {
    SAMPLE_PORT: samplePort,
    BRAMA_URL: bramaUrl,
    SAMPLE_SECRETS: JSON.stringify(secrets),
  };
  const script = 'packages/simulators/src/sample-app/main.ts';
  await group.sustain('The sample application', () => startChild(script, [], { env }));
}

async function start(config: FullConfig) {
  const { demo, dataDir } = config;
  const secrets = demo ? await applyDemo(group, dataDir, serverScript) : undefined;
  // before the server, which reads the certificate that the simulator of Diia creates
  const simulated = secrets ? await startSimulators(group, config, config.baseUrl) : {};
  const bramaUrl = await whenReady(startServer(simulated));
  if (secrets) {
    await startSample(bramaUrl, secrets);
    console.log(demoTable(bramaUrl, simulated));
    return;
  }
  if (demo) console.log('The database has users of its own, so the demo stays out.');
  console.log(`Brama is ready at ${bramaUrl}; Ctrl-C stops it.`);
}

try {
  await start(settings());
} catch (error) {
  // the child has printed the reason, and the process group ends this process with its exit code
  if (!(error instanceof ChildEnded)) throw error;
}
