// Composes the handlers of applications for the administration API.

import type { ApplicationActivity } from '../diagnostics/activity.ts';
import type { DrawSvg } from '../icons/svg/drawer.ts';
import type { ApplicationOwners } from '../owners.ts';
import type { Protocol, SettingsParser } from '../protocol.ts';
import type { ApplicationStore } from '../store.ts';
import {
  type ApplicationDeps,
  applicationReplayChecks,
  createApplicationHandlers,
  createApplicationInputChecks,
  createApplicationPreparations,
} from './applications.ts';
import { createGivenIcons } from './given-icons.ts';
import { createOverviewHandler } from './overview.ts';
import { createOwnerHandlers } from './owners.ts';
import { createPreviewHandlers } from './previews.ts';
import { createSecretHandlers, createSecretReplayChecks } from './secrets.ts';

type Deps = {
  store: ApplicationStore;
  owners: ApplicationOwners;
  protocols: ReadonlyMap<string, Protocol>;
  settingsParsers: ReadonlyMap<string, SettingsParser>;
  ownerSettings: ReadonlyMap<string, readonly string[]>;
  activity: ApplicationActivity;
  drawSvg: DrawSvg | undefined;
  now: () => number;
};

export function composeApplicationAdministration(deps: Deps) {
  const { store, owners, ownerSettings, now } = deps;
  const settingsParsers = new Map(
    [...deps.settingsParsers].map(([type, parse]): [string, SettingsParser] => [
      type,
      (given, stored, options) => parse(given, stored, { ...options, mayLackSecret: true }),
    ]),
  );
  const icons = createGivenIcons(deps.drawSvg);
  const records: ApplicationDeps = { store, owners, ownerSettings, settingsParsers, icons, now };
  const handlers = {
    ...createApplicationHandlers(records),
    ...createSecretHandlers({ store, now }),
    ...createOwnerHandlers({ store, owners }),
    ...createPreviewHandlers(deps),
  };
  return {
    handlers: { ...handlers, ...createOverviewHandler(handlers) },
    preparations: createApplicationPreparations(records),
    inputChecks: createApplicationInputChecks(records),
    replayChecks: { ...applicationReplayChecks, ...createSecretReplayChecks({ store, now }) },
  };
}
