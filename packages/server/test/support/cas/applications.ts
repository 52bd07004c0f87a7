// Applications that speak CAS, for tests: one for students, one for employees.

import { blankFacts } from '@brama/contract/applications/fields';
import type { Application } from '../../../src/applications/application.ts';
import { createCasSettingsParser } from '../../../src/applications/cas/settings.ts';
import { createApplicationStore } from '../../../src/applications/store.ts';
import type { Database } from '../../../src/database/connect.ts';

export const timetable = {
  id: '4f1c7a90-2b3d-4e58-9c61-7a0d5be2f310',
  service: 'https://campus.example/app/',
};

export const archive = {
  id: '9d2e6b84-1c7f-4a35-8e90-3b6f0c4d7a52',
  service: 'https://archive.example/',
};

type CasApplication = {
  id: string;
  name: string;
  groups?: readonly string[];
  releases?: readonly 'taxId'[];
  contact?: string | null;
  minimumLevel?: Application['minimumLevel'];
  /** As in a manifest, below `protocol`; `type` is known. */
  protocol: Record<string, unknown>;
};

const parse = createCasSettingsParser({
  isProduction: true,
  methodsOn: ['password', 'diia', 'google', 'passkey'],
});

function recordOf({ id, name, protocol, ...given }: CasApplication): Application {
  const { groups = ['students'], releases = [], contact = null, minimumLevel = null } = given;
  const read = parse({ type: 'cas', ...protocol }, undefined, { releases });
  if (!('settings' in read)) throw new Error(JSON.stringify(read.issues));
  return {
    ...blankFacts(),
    id,
    name,
    title: { uk: `${name} укр`, en: `${name} eng` },
    description: { uk: 'опис', en: 'about' },
    access: { groups },
    contact,
    releases,
    minimumLevel,
    protocol: { type: 'cas', ...read },
  };
}

export async function addCasApplication(db: Database, application: CasApplication) {
  await createApplicationStore(db, () => 0).insert(db, recordOf(application));
}

/** Stores other settings of an application. */
export async function changeCasApplication(db: Database, application: CasApplication) {
  const store = createApplicationStore(db, () => 0);
  const known = await store.readDated(db, application.id);
  if (!known) throw new Error(`no application ${application.id}`);
  await store.replace(db, { application: recordOf(application), version: known.version });
}

export async function addCasApplications(db: Database) {
  await addCasApplication(db, {
    id: timetable.id,
    name: 'timetable',
    protocol: { services: [timetable.service], attributes: { mail: 'email' } },
  });
  await addCasApplication(db, {
    id: archive.id,
    name: 'archive',
    groups: ['employees'],
    protocol: { services: [archive.service] },
  });
}
