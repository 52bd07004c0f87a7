// One running product for all browser tests: `npm start` with a fresh data folder.

import { administrators } from '@brama/simulators/administrators';
import { runCommand, startSystem } from './processes.ts';

export default async function setup() {
  const system = await startSystem();
  const administrator = administrators.find(({ roles }) => roles.includes('administrator'));
  const command = ['admin', 'token', `${administrator?.username}`, '--name', 'e2e'];
  const token = await runCommand(system.dataDir, command);
  process.env['ADMINISTRATION_TOKEN'] = token.trim();
  process.env['BRAMA_URL'] = system.url;
  process.env['SAMPLE_URL'] = system.sampleUrl;
  process.env['DIIA_URL'] = system.diiaUrl;
  process.env['GOOGLE_URL'] = system.googleUrl;
  process.env['SYSTEM_LOG'] = system.logFile;
  return async () => {
    await system.stop();
    system.remove();
  };
}
