// Checks what `npm run release` packs, without building it. These are the unit of systemd, the scripts, fields and settings
// of the Debian package, and the packages to copy.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readConfig } from '@brama/server/app/config';
import { describe, expect, test } from 'vitest';
import { root } from '../children.ts';
import {
  controlFile,
  debianFiles,
  debianVersion,
  maintainerScripts,
} from '../release/debian-package.ts';
import { architectures, machineCodePackages } from '../release/runtime-files.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const unit = read('deploy/debian/brama.service');
const { version, description } = JSON.parse(read('package.json'));

/** Returns whether a program is installed; these programs exist only on Linux. */
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** The last value of each option of the unit. */
const options = new Map(
  [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

describe('the unit of systemd', () => {
  test('runs the command of the package as its user', () => {
    const { place } = debianFiles.brama;
    expect(options.get('ExecStart')).toBe(`/${place} serve`);
    expect([options.get('User'), options.get('Group')]).toEqual(['brama', 'brama']);
  });

  test.each([
    ['NoNewPrivileges', 'yes'],
    ['CapabilityBoundingSet', ''],
    ['ProtectSystem', 'strict'],
    ['ProtectHome', 'yes'],
    ['PrivateUsers', 'yes'],
    ['StateDirectoryMode', '0700'],
    ['UMask', '0077'],
  ])('confines the server with %s=%s', (name, value) => expect(options.get(name)).toBe(value));

  test('allows the calls that the server needs, and no others of their groups', () => {
    const filters = [...unit.matchAll(/^SystemCallFilter=(.*)$/gm)].map(([, calls]) => calls);
    // hash-thread.ts calls setPriority; a later line changes the earlier ones
    expect(filters).toEqual(['@system-service', '~@privileged @resources', 'setpriority']);
  });

  test('says why memory may be both writable and executable', () => {
    expect(unit).toMatch(/^# MemoryDenyWriteExecute .*V8.*\nMemoryDenyWriteExecute=no$/m);
  });

  test.skipIf(!has('systemd-analyze'))('has an exposure of at most 2.0', () => {
    const args = ['security', '--offline=true', '--threshold=20'];
    const file = join(root, 'deploy/debian/brama.service');
    const { status, stdout } = spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
    expect([status, /exposure level for .*: (\S+)/.exec(stdout)?.[1]]).toEqual([
      0,
      expect.stringMatching(/^[01]\.\d$/),
    ]);
  });
});

describe('the units of nightly work', () => {
  const names = Object.keys(debianFiles).filter((name) => /\.(service|timer)$/.test(name));

  test.skipIf(!has('systemd-analyze'))('are valid, also for one source', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'units-'));
    for (const name of names) {
      // the program of the package is not installed here
      const text = read(`deploy/debian/${name}`).replaceAll('/usr/bin/brama', process.execPath);
      await writeFile(join(folder, name), text);
    }
    const units = names.map((name) => join(folder, name.replace('@.', '@students.')));
    const args = ['verify', '--man=no', ...units];
    const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    await rm(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, '']);
  });

  test('an import runs as the user of the package, and is confined as the server is', () => {
    const service = read('deploy/debian/brama-import@.service');
    expect(service).toContain('ExecStart=/usr/bin/brama import $COMMAND %i $FILE $OPTIONS\n');
    expect(service).toContain('EnvironmentFile=/etc/brama/import/%i.conf\n');
    const confined = unit.match(/^(?:Protect|Private|Restrict|NoNew|User|Group)\w*=.*$/gm) ?? [];
    for (const line of confined.filter((one) => !one.startsWith('RestartSec')))
      expect(service).toContain(`${line}\n`);
  });

  test('run each night, and after a night in which the computer was off', () => {
    const timers = names.filter((name) => name.endsWith('.timer'));
    expect(timers).toHaveLength(2);
    for (const name of timers)
      expect(read(`deploy/debian/${name}`)).toMatch(
        /^OnCalendar=\*-\*-\* 0\d:\d\d:00\nRandomizedDelaySec=\d+min\n#.*\nPersistent=yes$/m,
      );
  });
});

describe('the Debian package', () => {
  const fields = { version, description, architecture: 'amd64', size: '1' };
  const control = controlFile(read('deploy/debian/control'), fields);

  test('has the fields that dpkg requires, with the version of package.json', () => {
    const lines = control.split('\n').filter((line) => /^\w/.test(line));
    const found = Object.fromEntries(lines.map((line) => line.split(': ', 2)));
    expect(found).toMatchObject({
      Package: 'brama',
      Version: version,
      Architecture: 'amd64',
      Maintainer: expect.stringMatching(/^[^<]+ <\S+@\S+>$/),
      Description: description,
    });
    expect(control).not.toContain('$');
    expect(control).toMatch(/[^\n]\n$/);
  });

  test('refuses an unknown field in the template', () => {
    const template = read('deploy/debian/control').replace('{size}', '{weight}');
    expect(() => controlFile(template, fields)).toThrow('no value for weight');
  });

  test.each([
    ['1.2.3', '1.2.3'],
    ['1.2.3-rc.1', '1.2.3~rc.1'],
  ])('version %s is %s', (npm, debian) => expect(debianVersion(npm)).toBe(debian));

  const scripts = [...maintainerScripts, 'brama'].map((name) => `deploy/debian/${name}`);

  test.skipIf(!has('sh'))('has scripts that sh can parse', () => {
    for (const script of scripts)
      expect([script, spawnSync('sh', ['-n', join(root, script)]).status]).toEqual([script, 0]);
  });

  test('has scripts that say what they are for and stop at an error', () => {
    for (const script of scripts)
      expect(read(script)).toMatch(/^#!\/bin\/sh\n# [A-Z].*\nset -eu?\n/);
  });

  test('uses systemd only where it runs', () => {
    for (const script of scripts) {
      const lines = read(script).split('\n');
      const guarded = /\/run\/systemd\/system|command -v systemctl/;
      const uses = lines.findIndex((line) => /^\s*(if )?systemctl /.test(line));
      if (uses > -1)
        expect([script, lines.slice(0, uses).some((line) => guarded.test(line))]).toEqual([
          script,
          true,
        ]);
    }
  });

  test('keeps database and keys', () => {
    const deleted = [...read('deploy/debian/postrm').matchAll(/^\s*rm .*$/gm)].join('\n');
    expect(deleted).not.toMatch(/\/var\/lib|\/etc/);
  });

  test('lets only root and its group read the settings', () => {
    expect(debianFiles['brama.env']).toEqual({ place: 'etc/brama/brama.env', mode: 0o640 });
    expect(read('deploy/debian/postinst')).toContain('chown root:brama /etc/brama/brama.env\n');
  });

  test('has settings that the server accepts, after an administrator has set the address', () => {
    const settings = read('deploy/debian/brama.env').replaceAll(/^#(?=\w+=)/gm, '');
    const environment = { ...parseEnv(read('deploy/debian/defaults.env')), ...parseEnv(settings) };
    const values: Record<string, string> = {
      '/etc/brama/tax-id-key': randomBytes(32).toString('hex'),
      '/etc/brama/data-key': randomBytes(32).toString('hex'),
      '/etc/brama/database-url': 'postgres://brama:password@localhost/brama',
    };
    const config = readConfig(environment, (path) => values[path] ?? '');
    expect([config.mode, config.dataDir]).toEqual(['production', '/var/lib/brama']);
  });
});

test.each(architectures)('the lock file has a hash of each package for %s', (arch) => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const { node, portable, forLinux } = machineCodePackages(arch);
  for (const name of [node, ...portable, ...forLinux])
    expect([name, packages[`node_modules/${name}`]?.integrity]).toEqual([
      name,
      expect.stringMatching(/^sha512-/),
    ]);
});

test('every file of the package begins with a comment', () => {
  const files = Object.keys(debianFiles).map((name) => read(`deploy/debian/${name}`));
  for (const text of files) expect(text.replace(/^#!.*\n/, '')).toMatch(/^# [A-Z]/);
});
