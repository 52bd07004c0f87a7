// Adds users and applications for tests: users directly in the database, applications by the administration API, with a token
// that the global setup has created.

import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { bramaUrl, writeToDatabase } from './brama.ts';

export type TestUser = { username: string; id: string };

type NewUser = {
  /** The beginning of the username; the rest is random, because tests change users and limits count them. */
  prefix: string;
  groups?: readonly string[];
  email?: boolean;
  fullName?: string;
};

export const addGroup = (name: string) =>
  writeToDatabase(
    'insert into groups (name, created_at) values (?, ?) on conflict do nothing',
    name,
    Date.now(),
  );

/** Adds a user with the password of the demo. */
export function addUser({
  prefix,
  groups = ['students'],
  email = false,
  fullName = 'Сич Олена Петрівна',
}: NewUser): TestUser {
  const id = randomUUID();
  const username = `${prefix}.${id.slice(0, 13)}`;
  const address = email ? `${username}@campus.example` : null;
  const at = Date.now();
  for (const name of groups) addGroup(name);
  writeToDatabase(
    `insert into users (id, username, username_key, full_name, email, email_key, data, groups, password_hash, disabled, version,
      created_at, updated_at)
    select ?, ?, ?, ?, ?, ?, '{}', ?, password_hash, 0, 1, ?, ? from users where username = 'o.shevchenko'`,
    id,
    username,
    username,
    fullName,
    address,
    address,
    JSON.stringify(groups),
    at,
    at,
  );
  return { username, id };
}

/** Sends a request to the administration API. Returns its JSON. */
export async function callAdministration(method: 'POST' | 'PATCH', path: string, body?: unknown) {
  const answer = await fetch(`${bramaUrl()}/api/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${process.env['ADMINISTRATION_TOKEN']}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
  return text === '' ? undefined : JSON.parse(text);
}

type NewApplication = {
  title: { uk: string; en: string };
  access: unknown;
  protocol: Record<string, unknown>;
  contact?: string;
  minimumLevel?: string;
};

/** Adds an application with a name of its own, because hooks run once for each worker. Returns its id. */
export async function addApplication(application: NewApplication): Promise<string> {
  const { id } = await callAdministration('POST', '/applications', {
    name: `e2e-${randomUUID()}`,
    description: application.title,
    ...application,
  });
  return id;
}

type Words = { uk: string; en: string };
type NewLink = { title: Words; description: Words; category: Words | null };

/** Adds an application without sign-in to the portal of the members of this group. */
export function addLink(group: string, { title, description, category }: NewLink) {
  const id = randomUUID();
  const columns = 'id, name, title, description, category, access, protocol_settings';
  writeToDatabase(
    `insert into applications (${columns}, protocol_type, releases, version, created_at, updated_at)
    values (?, ?, ?, ?, ?, ?, ?, 'link', '[]', 1, ?, ?)`,
    id,
    `link-${id}`,
    JSON.stringify(title),
    JSON.stringify(description),
    category && JSON.stringify(category),
    JSON.stringify({ groups: [group] }),
    JSON.stringify({ url: 'http://localhost/' }),
    Date.now(),
    Date.now(),
  );
}
