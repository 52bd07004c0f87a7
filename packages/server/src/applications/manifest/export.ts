// Returns stored applications in the form of a manifest, with secrets as hashes, and icons as names or data URLs.

import { type ApplicationFacts, applicationFieldNames } from '@brama/contract/applications/fields';
import type { Application } from '../application.ts';
import type { FindIcon } from '../icons/store.ts';
import type { ApplicationOwners } from '../owners.ts';
import { isSandbox } from '../sandbox.ts';
import { noSecret } from '../secrets/client-secret.ts';
import type { ApplicationStore } from '../store.ts';
import type { ManifestEntry } from './entry.ts';

/** Returns `protocol` of the entry. What is null in the settings is left out of a manifest; null for a secret says that there is none. */
function protocolEntry({ type, settings }: Application['protocol']) {
  // not a setting, but how the application came here
  const { registered, ...given } = settings as Record<string, unknown>;
  const set = Object.entries(given).filter(([, value]) => value !== null);
  const hasNoSecret = given['secretHash'] === noSecret;
  return { type, ...Object.fromEntries(set), ...(hasNoSecret && { secretHash: null }) };
}

async function iconEntry({ icon }: Application, findIcon: FindIcon): Promise<string | null> {
  if (icon === null) return null;
  if ('name' in icon) return icon.name;
  const content = await findIcon(icon.file);
  if (!content) return null;
  return `data:image/${icon.file.split('.').at(-1)};base64,${content.toString('base64')}`;
}

/** Returns the entry. Its keys are all fields of an application. */
async function entryOf(
  application: Application,
  owners: readonly string[],
  findIcon: FindIcon,
): Promise<Record<keyof ManifestEntry, unknown>> {
  const { id, secrets = [], protocol } = application;
  const isOwn = isSandbox(application);
  const { icon: _, ...facts } = Object.fromEntries(
    applicationFieldNames.map((name) => [name, application[name]]),
  ) as ApplicationFacts;
  return {
    id,
    ...facts,
    owners,
    icon: await iconEntry(application, findIcon),
    sandbox: isOwn ? true : undefined,
    protocol: isOwn ? undefined : protocolEntry(protocol),
    secrets: secrets.map(({ name: own, hash, expiresAt }) => ({
      name: own,
      hash,
      expiresAt: new Date(expiresAt).toISOString(),
    })),
  };
}

type Stores = {
  applications: ApplicationStore;
  owners: ApplicationOwners;
  findIcon: FindIcon;
};

/** Returns all applications by name. */
export async function* exportedApplications({
  applications,
  owners,
  findIcon,
}: Stores): AsyncGenerator<object> {
  const ownersOf = await owners.all();
  for (const { application } of await applications.allStored())
    yield await entryOf(application, ownersOf.get(application.id) ?? [], findIcon);
}
