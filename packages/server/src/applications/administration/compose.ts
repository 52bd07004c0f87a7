// Composes what the administration needs of applications.

import type { ApplicationActivity } from '../diagnostics/activity.ts';
import type { DrawSvg } from '../icons/svg/drawer.ts';
import { createApplicationsManifest } from '../manifest/manifest.ts';
import type { ApplicationOwners } from '../owners.ts';
import type { Protocol, SettingsParser } from '../protocol.ts';
import type { ApplicationStore } from '../store.ts';
import { createGivenIcons } from './given-icons.ts';
import { createApplicationPreviews } from './previews.ts';
import { createApplicationRecords } from './records.ts';
import { createApplicationSecrets } from './secrets.ts';

type Deps = {
  store: ApplicationStore;
  owners: ApplicationOwners;
  protocols: ReadonlyMap<string, Protocol>;
  settingsParsers: ReadonlyMap<string, SettingsParser>;
  ownerSettings: ReadonlyMap<string, readonly string[]>;
  activity: Pick<ApplicationActivity, 'flush'>;
  drawSvg: DrawSvg | undefined;
  now: () => number;
};

export function createApplicationAdministration(deps: Deps) {
  const { store, owners, settingsParsers, now } = deps;
  const readers = new Map(
    [...settingsParsers].map(([type, parse]): [string, SettingsParser] => [
      type,
      (given, stored, options) => parse(given, stored, { ...options, mayLackSecret: true }),
    ]),
  );
  const icons = createGivenIcons(deps.drawSvg);
  return {
    records: createApplicationRecords({
      store,
      ownerSettings: deps.ownerSettings,
      prepare: icons.prepare,
      plan(entry, groupExists, queries, given) {
        const readIcon = icons.readerOf(given);
        const manifest = createApplicationsManifest({ store, owners, readers, readIcon, now });
        return manifest.plan([entry], groupExists, { queries });
      },
    }),
    secrets: createApplicationSecrets({ store, now }),
    owners,
    previews: createApplicationPreviews(deps),
  };
}
