// Commands of `npm run brama` and their options: scripts of administrators call them. Exit code 2 means that a command
// line is not understood.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { runAdmin } from '../../src/commands/admin.ts';
import { runBackup } from '../../src/commands/backup.ts';
import { runDatabase } from '../../src/commands/database.ts';
import { runDiia } from '../../src/commands/diia-setup.ts';
import { runDoctor } from '../../src/commands/doctor.ts';
import { runExport } from '../../src/commands/export.ts';
import { runKeys } from '../../src/commands/keys.ts';
import { runMigrate } from '../../src/commands/migrate.ts';
import { runPasswords } from '../../src/commands/passwords.ts';
import { runRegistrations } from '../../src/commands/registrations.ts';
import { runRestore } from '../../src/commands/restore.ts';
import { runSessions } from '../../src/commands/sessions.ts';
import { runSetup } from '../../src/commands/setup.ts';
import { runUsers } from '../../src/commands/users.ts';
import { readDiiaPartner } from '../../src/sign-in/diia/settings.ts';
import { commandContext } from '../support/command-context.ts';
import { mainFile, withCompileCache } from '../support/command-process.ts';
import { putDatabase } from '../support/databases.ts';
import { createTestDiia } from '../support/diia/partner.ts';
import { makeWebBuild } from '../support/web-build.ts';

const folder = mkdtempSync(join(tmpdir(), 'brama-commands-'));
const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, () => '');
const context = commandContext(config);
beforeAll(() => putDatabase(folder));
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => void vi.restoreAllMocks();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const diia = createTestDiia(Date.now());
const partner = () => readDiiaPartner(diia.env, () => '');
const runners = {
  admin: (args: string[]) => runAdmin(args, context),
  backup: (args: string[]) => runBackup(args, () => config, { folder, env: {} }),
  restore: (args: string[]) =>
    runRestore(args, () => config, { folder, env: {}, input: process.stdin }),
  database: (args: string[]) => runDatabase(args, () => config),
  migrate: (args: string[]) => runMigrate(args, config),
  export: (args: string[]) => runExport(args, config, folder),
  keys: (args: string[]) => runKeys(args, context),
  setup: (args: string[]) =>
    runSetup(args, {
      folder,
      env: { DATA_DIR: folder, LOG_LEVEL: 'silent' },
      input: Readable.from([]),
      output: process.stderr,
    }),
  sessions: (args: string[]) => runSessions(args, context),
  users: (args: string[]) => runUsers(args, context),
  passwords: (args: string[]) => runPasswords(args, folder),
  registrations: (args: string[]) => runRegistrations(args, config),
  diia: (args: string[]) => runDiia(args, partner, diia.fetch),
  doctor: (args: string[]) =>
    runDoctor(args, {
      inspect: () => ({ config, issues: [], isValid: () => true }),
      fetch: () => Promise.reject(new Error('no network in tests')),
      openSite: () => makeWebBuild([]),
      context,
    }),
};

const newInstallation = Object.entries({
  address: 'https://id.campus.example',
  'organisation-uk': 'Університет',
  'organisation-en': 'University',
  username: 'first',
  name: 'First',
  email: 'first@campus.example',
  'second-username': 'second',
  'second-name': 'Second',
  'second-email': 'second@campus.example',
  logo: 'missing.svg',
  'trust-proxy': '1',
  'smtp-url': 'smtp://id@mail.campus.example',
  'smtp-password-file': 'missing',
  'mail-from': 'id@campus.example',
  'database-url-file': 'missing',
}).flatMap(([name, value]) => [`--${name}`, value]);

const branch = 'name email region district location street house'
  .split(' ')
  .flatMap((name) => [`--${name}`, `the ${name}`]);

// the exit code of a command line that is understood; 1: the user, group or client is not found
const understood: [keyof typeof runners, string[], number][] = [
  ['admin', ['list'], 0],
  ['admin', ['grant', 'o.shevchenko'], 1],
  ['admin', ['grant', 'o.shevchenko', '--role', 'application-owner'], 1],
  ['admin', ['revoke', 'o.shevchenko', '--role', 'operator'], 1],
  ['admin', ['token', 'o.shevchenko', '--name', 'a', '--scope', 'users.read', '--days', '9'], 1],
  ['backup', ['copy-{time}', '--unencrypted', '--keep', '2'], 0],
  ['backup', ['copy', '--recipient', 'age1', '--recipients-file', 'missing'], 1],
  ['backup', ['verify', 'missing', '--identity', 'missing'], 1],
  ['database', ['copy', '--from', 'sqlite', '--to', 'postgres'], 1],
  ['database', ['copy', '--from', 'postgres', '--to', 'sqlite'], 1],
  ['setup', newInstallation, 1],
  ['restore', ['missing', '--identity', 'missing', '--no-changes'], 1],
  ['restore', ['missing', '--users', 'missing'], 1],
  ['restore', ['missing', '--changes-since', 'missing'], 1],
  [
    'export',
    ['--changes-since', new Date(Date.now() - 1000).toISOString(), '--output', 'changes.json'],
    0,
  ],
  ['export', ['--users', '--output', 'exported.json'], 0],
  ['export', ['--yes', '--output', 'exported.json'], 0],
  ['keys', ['list'], 0],
  ['keys', ['rotate'], 0],
  ['keys', ['rotate', '--now'], 0],
  ['migrate', [], 0],
  ['sessions', ['list', 'o.shevchenko'], 1],
  ['sessions', ['end', 'o.shevchenko'], 1],
  ['users', ['factors', 'o.shevchenko'], 1],
  ['users', ['reset', 'o.shevchenko', '--issued-by', 'desk', '--reason', 'lost'], 1],
  ['users', ['access-code', 'o.shevchenko', '--issued-by', 'desk', '--reason', 'lost'], 1],
  ['users', ['access-code', 'a', '--issued-by', 'b', '--reason', 'c', '--hours', '2'], 1],
  ['passwords', ['filter', 'missing.txt', 'filter'], 1],
  ['registrations', ['token'], 0],
  ['registrations', ['token', '--hours', '2'], 0],
  ['registrations', ['token', '--group', 'students', '--group', 'employees'], 1],
  ['registrations', ['list'], 0],
  ['registrations', ['remove', 'unknown'], 1],
  ['diia', ['setup', '--offer', 'Brama', '--branch', 'b-1'], 0],
  ['doctor', [], 0],
  ['doctor', ['--json', '--send-to', 'o.admin@campus.example'], 0],
  ['diia', ['setup', '--offer', 'Brama', ...branch], 0],
];

describe('commands', () => {
  test.each(understood)('%s %j', async (command, args, code) => {
    expect(await runners[command](args)).toBe(code);
  });

  // wrong command lines → their first line
  test.each<[keyof typeof runners, string[], string]>([
    ['admin', ['crown', 'u'], 'unknown command: admin crown'],
    ['admin', ['grant'], 'USERNAME is missing'],
    ['database', ['move'], 'unknown command: database move'],
    ['database', ['copy', '--from', 'sqlite'], '--to is missing'],
    [
      'admin',
      ['grant', 'u', '--role', 'king'],
      '--role: must be administrator, operator, application-owner, auditor (it is king)',
    ],
    ['admin', ['grant', 'u', '--days', '3'], '--days: is not an option of admin grant'],
    ['admin', ['list', 'u'], 'unexpected argument: u'],
    [
      'admin',
      ['token', 'u', '--name', 'x', '--days', '367'],
      '--days: must be a whole number from 1 to 366 (it is 367)',
    ],
    [
      'backup',
      ['copy', '--unencrypted', '--keep', '0'],
      '--keep: must be a whole number from 1 to 99999 (it is 0)',
    ],
    [
      'restore',
      ['copy', '--users', 'a', '--no-changes'],
      '--changes-since, --users, --no-changes: choose one of them',
    ],
    [
      'export',
      ['--changes-since', 'soon'],
      '--changes-since: must be a past time such as 2026-11-28T20:15:00Z (it is soon)',
    ],
    ['export', ['--al'], 'unknown option: --al'],
    ['export', ['--user'], 'unknown option: --user (did you mean --users?)'],
    ['admin', ['revok', 'u'], 'unknown command: admin revok (did you mean revoke?)'],
    ['keys', ['list', '--now'], '--now: is not an option of keys list'],
    ['keys', ['replace', 'KEY'], 'keys replace: name TAX_ID_KEY or DATA_KEY'],
    ['migrate', ['now'], 'unexpected argument: now'],
    ['passwords', ['filter', 'list'], 'FILTER is missing'],
    [
      'registrations',
      ['token', '--hours', '0'],
      '--hours: must be a whole number from 1 to 720 (it is 0)',
    ],
    ['registrations', ['remove'], 'CLIENT_ID is missing'],
    ['sessions', ['end'], 'USERNAME is missing'],
    [
      'users',
      ['access-code', 'u', '--issued-by', 'a', '--reason', 'b', '--hours', '169'],
      '--hours: must be a whole number from 1 to 168 (it is 169)',
    ],
    ['users', ['reset', 'u', '--issued-by', 'a'], '--reason is missing'],
    ['diia', ['setup', '--offer', 'x'], '--name is missing'],
  ])('%s %j is refused with %s', async (command, args, first) => {
    expect(await runners[command](args)).toBe(2);
    expect(`${vi.mocked(console.error).mock.calls[0]?.[0]}`.split('\n', 1)).toEqual([first]);
  });

  test.each(Object.keys(runners) as (keyof typeof runners)[])(
    '%s --help prints its usage to standard output',
    async (command) => {
      expect(await runners[command](['--help'])).toBe(0);
      expect(vi.mocked(console.log).mock.calls).toEqual([[expect.stringMatching(/^usage: /)]]);
      expect(console.error).not.toHaveBeenCalled();
    },
  );

  test('help and the version are printed to standard output, also without valid settings', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [mainFile, ...args], {
        encoding: 'utf8',
        env: withCompileCache({ NODE_ENV: 'production' }),
      });
    for (const args of [['--help'], ['help'], ['serve', '--help'], ['keys', '--help']])
      expect(run(...args)).toMatchObject({
        status: 0,
        stderr: '',
        stdout: expect.stringMatching(/^usage: brama /),
      });
    expect(run('--version')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(run('serve', '--foo')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^unknown option: --foo\n/),
    });
  });

  test('an unknown command prints a usage that lists all commands', () => {
    const { status, stderr } = spawnSync(process.execPath, [mainFile, 'unknown'], {
      encoding: 'utf8',
      env: withCompileCache({}),
    });
    expect(stderr).toMatch(/^unknown command: unknown\n/);
    const named = [...stderr.matchAll(/^ {2}(\w+)/gm)].map(([, found]) => found);
    expect([status, named]).toEqual([
      2,
      [
        'serve',
        'setup',
        'migrate',
        'apply',
        'diff',
        'export',
        'backup',
        'restore',
        'database',
        'keys',
        'sessions',
        'admin',
        'roles',
        'tokens',
        'users',
        'sources',
        'import',
        'groups',
        'applications',
        'access',
        'events',
        'passwords',
        'registrations',
        'diia',
        'doctor',
        'completion',
      ],
    ]);
  });
});
