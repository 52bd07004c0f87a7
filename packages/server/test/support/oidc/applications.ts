// Applications that speak OpenID Connect, for tests: one for students, one for employees.

import { blankFacts } from '@brama/contract/applications/fields';
import type { Application } from '../../../src/applications/application.ts';
import { oidcSettingsFrom } from '../../../src/applications/oidc/clients/settings.ts';
import { createApplicationStore } from '../../../src/applications/store.ts';
import type { Database } from '../../../src/database/connect.ts';

export const portal = {
  id: '0b6d7c52-5a0e-4f53-9a64-0d3f3b1f6f10',
  secret: 'UG9ydGFsIGkga2x5dWNoIHZpZCBicmFteSA0NTY3',
  callback: 'https://portal.example/callback',
};

export const office = {
  id: '7f0f3f0c-9f1e-4b65-8b0b-1f0c8a3c2d77',
  secret: 'T2ZpcyBpIGtseXVjaCB2aWQgYnJhbXkgNzg5MDEy',
  callback: 'https://office.example/callback',
};

type OidcApplication = {
  id: string;
  name: string;
  groups?: readonly string[];
  releases?: readonly 'taxId'[];
  contact?: string | null;
  minimumLevel?: Application['minimumLevel'];
  /** As in a manifest, below `protocol`; `type` is known. */
  protocol: Record<string, unknown>;
};

export async function addOidcApplication(
  db: Database,
  {
    id,
    name,
    groups = ['students'],
    releases = [],
    contact = null,
    minimumLevel = null,
    protocol,
  }: OidcApplication,
) {
  const read = oidcSettingsFrom({ type: 'oidc', ...protocol }, undefined);
  if (!('settings' in read)) throw new Error(JSON.stringify(read.issues));
  await createApplicationStore(db, () => 0).insert(db, {
    ...blankFacts(),
    id,
    name,
    title: { uk: `${name} укр`, en: `${name} eng` },
    description: { uk: 'опис', en: 'about' },
    access: { groups },
    contact,
    releases,
    minimumLevel,
    protocol: { type: 'oidc', ...read },
  });
}

export async function addOidcApplications(db: Database) {
  const protocolOf = ({ callback, secret }: typeof portal) => ({
    metadata: {
      redirect_uris: [callback],
      post_logout_redirect_uris: [new URL('/', callback).href],
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'openid profile email groups campus offline_access',
    },
    secret,
  });
  await addOidcApplication(db, { id: portal.id, name: 'portal', protocol: protocolOf(portal) });
  await addOidcApplication(db, {
    id: office.id,
    name: 'office',
    groups: ['employees'],
    protocol: protocolOf(office),
  });
}
