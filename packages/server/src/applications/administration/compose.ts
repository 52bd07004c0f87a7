// Composes what the administration needs of applications.

import type { ApplicationActivity } from '../diagnostics/activity.ts';
import { createReadIcon } from '../icons/read-icon.ts';
import { createApplicationsManifest } from '../manifest/manifest.ts';
import type { ApplicationOwners } from '../owners.ts';
import type { Protocol, SettingsParser } from '../protocol.ts';
import type { ApplicationStore } from '../store.ts';
import { createApplicationPreviews } from './previews.ts';
import { createApplicationRecords } from './records.ts';
import { createApplicationSecrets } from './secrets.ts';

type Deps = {
  store: ApplicationStore;
  owners: ApplicationOwners;
  protocols: ReadonlyMap<string, Protocol>;
  settingsParsers: ReadonlyMap<string, SettingsParser>;
  activity: Pick<ApplicationActivity, 'flush'>;
  now: () => number;
};

export function createApplicationAdministration(deps: Deps) {
  const { store, owners, settingsParsers, now } = deps;
  const readers = new Map(
    [...settingsParsers].map(([type, parse]): [string, SettingsParser] => [
      type,
      (given, stored) => parse(given, stored, { mayLackSecret: true }),
    ]),
  );
  // requests name no files: their icons are data URLs
  const readIcon = createReadIcon('.');
  const manifest = createApplicationsManifest({ store, owners, readers, readIcon, now });
  return {
    records: createApplicationRecords({
      store,
      plan: (entry, groupExists, queries) =>
        manifest.plan([entry], groupExists, undefined, queries),
    }),
    secrets: createApplicationSecrets({ store, now }),
    owners,
    previews: createApplicationPreviews(deps),
  };
}
