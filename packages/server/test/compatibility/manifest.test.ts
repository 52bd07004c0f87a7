// A manifest with every field that a manifest may have. It must stay valid: administrators keep such files.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { metadataNames } from '../../src/applications/oidc/clients/client-metadata.ts';
import { runApply } from '../../src/commands/apply.ts';
import { putDatabase } from '../support/databases.ts';

const file = fileURLToPath(new URL('manifest.json', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brama-manifest-'));
  putDatabase(folder);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('every field of a manifest and every option of the command is accepted', async () => {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(`${text}`));
  vi.spyOn(console, 'error').mockImplementation((text) => void printed.push(`${text}`));
  const config = readConfig({ HASH_THREADS: '1', LOG_LEVEL: 'silent', DATA_DIR: folder }, () => '');
  const apply = (...options: string[]) => runApply([file, ...options], config, folder);
  expect(await apply('--dry-run'), printed.join('\n')).toBe(0);
  expect(await apply('--if-empty', '--once', 'first'), printed.join('\n')).toBe(0);
  expect(await apply('--if-applied', 'first'), printed.join('\n')).toBe(0);
});

test('what an export has beyond a manifest is accepted', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const config = readConfig({ HASH_THREADS: '1', LOG_LEVEL: 'silent', DATA_DIR: folder }, () => '');
  const [application] = JSON.parse(readFileSync(file, 'utf8')).applications;
  const manifest = {
    export: { users: false, taxIdKey: '0123-4567-89ab-cdef' },
    groups: ['students'],
    applications: [
      {
        ...application,
        access: 'everyone',
        owners: ['gone'],
        secrets: [],
        protocol: { type: 'ticket', redirectUrl: 'https://campus.example/', secretHash: null },
      },
    ],
  };
  writeFileSync(join(folder, 'export.json'), JSON.stringify(manifest));
  expect(await runApply(['export.json'], config, folder), `${printed.mock.calls}`).toBe(0);
  expect(`${printed.mock.calls}`).toContain('this owner is left out');
});

test('the manifest contains every field of a group, a user and an application', () => {
  const { groups, users, applications } = JSON.parse(readFileSync(file, 'utf8'));
  const fields = (list: object[]) => [...new Set(list.flatMap(Object.keys))].sort().join(' ');
  expect(groups[0]).toBe('students');
  expect(fields(groups.slice(1))).toBe('name secondFactor title');
  expect(fields(users)).toBe(
    'data disabled disabledNote email employeeId fullName fullNameEn givenName groups password passwordHash roles sponsor studentId taxId taxIdHash username validFrom validUntil',
  );
  expect(fields(applications)).toBe(
    'access category contact description icon id minimumLevel name position protocol releases sandbox title',
  );
  const protocolOf = (wanted: string) =>
    applications.find(({ name }: { name: string }) => name === wanted).protocol;
  expect(Object.keys(protocolOf('portal').metadata).sort()).toEqual([...metadataNames].sort());
  const { attributes, proxy, ...cas } = protocolOf('timetable');
  expect(Object.keys(cas).sort().join(' ')).toBe(
    'services signInMethods singleLogout startUrl type',
  );
  expect(Object.keys(proxy).sort().join(' ')).toBe('callbacks services');
  expect(Object.values(attributes).sort().join(' ')).toBe(
    'acr affiliation amr data.faculty email employeeId fullName fullNameEn givenName groups id studentId taxId username',
  );
});
