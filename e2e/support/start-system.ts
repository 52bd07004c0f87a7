// One running product for all browser tests: `npm start` with a fresh data folder.

import { startSystem } from './processes.ts';

export default async function setup() {
  const system = await startSystem();
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
