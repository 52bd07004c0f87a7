// Settings: those that stop the start, and those that are valid but wrong for an installation that users reach.

import { isLoopback } from '@brama/contract/loopback';
import { type Check, type CheckRun, type Found, found } from '../check.ts';

/** The stage of Diia, which accepts invented users. */
const isTestHost = (host: string) => isLoopback(host) || host === 'api2s.diia.gov.ua';

function testSystems({ config }: CheckRun): Found[] {
  if (config.mode !== 'production') return [];
  const { diia, google } = config.methods;
  const addresses = [
    { setting: 'DIIA_HOST', address: diia?.host },
    { setting: 'GOOGLE_ISSUER', address: google?.issuer },
  ];
  return addresses.flatMap(({ setting, address }) => {
    if (address === undefined) return [];
    const { hostname: host } = new URL(address);
    return isTestHost(host) ? found('test-system', { setting, host }) : [];
  });
}

function openedByUsers({ config, settings }: CheckRun): Found[] {
  const { mode, baseUrl } = config;
  if (mode === 'production' || !settings.isValid('BASE_URL')) return [];
  if (isLoopback(new URL(baseUrl).hostname)) return [];
  return [found('not-production', { mode, address: baseUrl })];
}

export const checkSettings: Check = {
  id: 'settings',
  needs: [],
  async run(run) {
    const { config, settings } = run;
    const all = [
      ...settings.issues.map(({ setting, reason }) =>
        found('setting-invalid', { setting, reason }),
      ),
      ...Object.entries(config.formerNames).map(([former, setting]) =>
        found('setting-former', { former, setting }),
      ),
      ...openedByUsers(run),
      ...testSystems(run),
    ];
    return all.length > 0 ? all : [found('settings-fine')];
  },
};
