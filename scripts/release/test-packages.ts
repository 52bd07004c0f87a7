// `npm run test:packages`: makes the files of a release from the present tree, and uses them in small Debian systems without
// systemd. The archive starts. The Debian package is installed, upgraded, downgraded, removed and purged.
// `-- --from FILE.deb` upgrades from that package instead of from a copy of this one; `--made` tests the files that are in
// release/ already.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../children.ts';
import { completionFiles, debianFiles, shells } from './debian-package.ts';
import { firstUser, makeDebian, obstacle, runIn, setUp, whileServing } from './debian-system.ts';

/** The oldest release of Debian for which the package is. */
const oldest = 'bookworm';
const release = join(root, 'release');
const path = '/usr/sbin:/usr/bin:/sbin:/bin';

const run = (command: string, args: readonly string[], cwd = root) =>
  execFileSync(command, args, { encoding: 'utf8', cwd, stdio: ['ignore', 'pipe', 'inherit'] });

function released(pattern: string): string {
  const [file, ...others] = globSync(pattern, { cwd: release });
  assert.ok(file && others.length === 0, `release/ has one ${pattern}`);
  return join(release, file);
}

const archiveFiles = (file: string) => run('tar', ['--list', '--file', file]);
/** Modes and names. */
const packageFiles = (file: string) =>
  run('dpkg-deb', ['--contents', file]).replaceAll(/^(\S+) .* (\.\/.*)$/gm, '$1 $2');

/** Both architectures have the same files, some with the processor in their names. */
function checkFiles(): void {
  run('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], release);
  for (const [list, ...files] of [
    [archiveFiles, 'brama-*-linux-x64.tar.gz', 'brama-*-linux-arm64.tar.gz'],
    [packageFiles, 'brama_*_amd64.deb', 'brama_*_arm64.deb'],
  ] as const) {
    const [amd64 = [], arm64 = []] = files.map((pattern) =>
      list(released(pattern))
        .replaceAll(/linux-x64|linux-arm64/g, 'linux')
        .split('\n')
        .sort(),
    );
    assert.ok(amd64.length > 100);
    assert.deepEqual(new Set(arm64).symmetricDifference(new Set(amd64)), new Set());
  }
  for (const arch of ['amd64', 'arm64']) {
    const fields = run('dpkg-deb', ['--field', released(`brama_*_${arch}.deb`), 'Architecture']);
    assert.equal(fields.trim(), arch);
  }
  console.log('The hashes match, and both architectures have the same files.');
}

/** Unpacks the archive, sets up and starts, as a user who may write only the data folder. */
async function testArchive(system: string): Promise<void> {
  const archive = released(`brama-*-linux-${process.arch}.tar.gz`);
  mkdirSync(join(system, 'opt/brama'));
  run('tar', ['-xf', archive, '--strip-components=1', '-C', join(system, 'opt/brama')]);
  runIn(system, ['install', '--directory', '--owner=daemon', '--group=daemon', '/srv/data']);
  const confined = {
    user: 'daemon',
    writable: { '/srv/data': undefined },
    env: { PATH: path, NODE_ENV: 'production', DATA_DIR: '/srv/data' },
  };
  runIn(system, ['/opt/brama/bin/brama', ...setUp], confined);
  const took = await whileServing(system, ['/opt/brama/bin/brama', 'serve'], confined);
  console.log(`The archive starts in an empty ${oldest}: ready after ${took} ms.`);
  rmSync(join(system, 'opt/brama'), { recursive: true });
}

/** Returns a copy of the package with another version, made in `folder`. */
function withVersion(file: string, version: string, folder: string): string {
  const tree = join(folder, 'tree');
  run('dpkg-deb', ['--raw-extract', file, tree]);
  const control = join(tree, 'DEBIAN/control');
  const text = readFileSync(control, 'utf8');
  writeFileSync(control, text.replace(/^Version: .*$/m, `Version: ${version}`));
  const copy = join(folder, 'former.deb');
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, copy]);
  rmSync(tree, { recursive: true });
  return copy;
}

const unit = readFileSync(join(root, 'deploy/debian/brama.service'), 'utf8');
const ofUnit = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

/** Starts the command of the unit as its user, with only its folders writable. */
const startUnit = (system: string) =>
  whileServing(system, ofUnit('ExecStart').split(' '), {
    user: ofUnit('User'),
    writable: {
      [`/var/lib/${ofUnit('StateDirectory')}`]: undefined,
      [`/var/cache/${ofUnit('CacheDirectory')}`]: undefined,
    },
    env: { PATH: path },
  });

/** What the administrator owns: keys, settings and users must survive everything. */
const ownFiles = ['data.key', 'tax-id.key', 'settings.env'].map((name) => `/var/lib/brama/${name}`);
const stateOf = (system: string) =>
  runIn(system, ['sha256sum', ...ownFiles, `/${debianFiles['brama.env'].place}`]);
const usersOf = (system: string) => runIn(system, ['brama', 'users', 'list', '--json']);
const dpkg = (system: string, ...args: string[]) => runIn(system, ['dpkg', ...args]);
const versionOf = (system: string) =>
  runIn(system, ['dpkg-query', '--show', 'brama']).trim().split('\t')[1] ?? '';
const modeOf = (system: string, ...files: string[]) =>
  runIn(system, ['stat', '--format=%U:%G %a', ...files]).trim();

function checkInstalled(system: string): void {
  assert.equal(
    modeOf(system, '/var/lib/brama', '/var/cache/brama'),
    'brama:brama 700\nbrama:brama 700',
  );
  assert.equal(
    modeOf(system, '/etc/brama', '/etc/brama/brama.env', '/etc/brama/import'),
    'root:brama 750\nroot:brama 640\nroot:brama 750',
  );
  for (const file of ownFiles) assert.equal(modeOf(system, file), 'brama:brama 600');
  assert.match(
    runIn(system, ['getent', 'passwd', 'brama']),
    /:\/var\/lib\/brama:\/usr\/sbin\/nologin$/m,
  );
}

async function testPackage(system: string, packages: { former: string; present: string }) {
  cpSync(packages.former, join(system, 'root/former.deb'));
  cpSync(packages.present, join(system, 'root/present.deb'));
  const present = run('dpkg-deb', ['--field', packages.present, 'Version']).trim();

  assert.match(dpkg(system, '--install', '/root/former.deb'), /Run: brama setup/);
  const former = versionOf(system);
  assert.notEqual(former, present);
  runIn(system, ['brama', ...setUp]);
  checkInstalled(system);
  runIn(system, ['sh', '-c', 'echo SUPPORT_EMAIL=help@campus.example >> /etc/brama/brama.env']);
  const first = await startUnit(system);
  const state = stateOf(system);
  const users = usersOf(system);
  assert.ok(users.includes(firstUser));

  for (const [file, version] of [
    ['present', present],
    ['former', former],
    ['present', present],
  ]) {
    dpkg(system, '--install', `/root/${file}.deb`);
    assert.equal(versionOf(system), version);
    checkInstalled(system);
    await startUnit(system);
    assert.equal(stateOf(system), state);
    assert.equal(usersOf(system), users);
  }
  console.log(
    `Debian package: ready ${first} ms after its installation; ${former} → ${present} and back keeps users and keys.`,
  );

  dpkg(system, '--remove', 'brama');
  assert.equal(
    runIn(system, ['sh', '-c', 'ls -d /usr/lib/brama /var/cache/brama 2>&1 || true']).match(
      /No such file/g,
    )?.length,
    2,
  );
  assert.equal(stateOf(system), state);
  assert.match(dpkg(system, '--purge', 'brama'), /\/var\/lib\/brama is kept/);
  assert.equal(
    runIn(system, ['sh', '-c', 'ls -d /etc/brama 2>&1 || true']).match(/No such file/g)?.length,
    1,
  );
  dpkg(system, '--install', '/root/present.deb');
  checkInstalled(system);
  await startUnit(system);
  assert.equal(usersOf(system), users);
  console.log(
    'Debian package: removed and purged, it keeps data and keys; installed again, it uses them.',
  );
}

/** Each shell finds the script of the package by itself. */
function testCompletion(system: string, file: string): void {
  cpSync(file, join(system, 'root/present.deb'));
  dpkg(system, '--install', '/root/present.deb');
  for (const shell of shells) {
    const script = readFileSync(join(system, completionFiles[shell]), 'utf8');
    assert.equal(script, runIn(system, ['/usr/lib/brama/bin/brama', 'completion', shell]));
  }
  const bash = `. /usr/share/bash-completion/bash_completion; __load_completion brama
    COMP_WORDS=(brama us); COMP_CWORD=1; _brama; echo "\${COMPREPLY[@]}"`;
  assert.equal(runIn(system, ['bash', '-c', bash]), 'users\n');
  const zsh = 'autoload -U compinit; compinit -D; print -r -- $_comps[brama]';
  assert.equal(runIn(system, ['zsh', '-fc', zsh]), '_brama\n');
  const words = runIn(system, ['fish', '--command', "complete --do-complete 'brama us'"]);
  assert.match(words, /^users\t/m);
  console.log(`Completion: ${shells.join(', ')} find the scripts of the package.`);
}

/** An authority of the university, which the administrator adds to the system, is trusted without a setting. */
function testAuthority(system: string): void {
  const key = '/root/campus.key';
  const certificate = '/usr/local/share/ca-certificates/campus.crt';
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=campus -addext subjectAltName=IP:127.0.0.1';
  const files = ['-keyout', join(system, key), '-out', join(system, certificate)];
  run('openssl', [...options.split(' '), ...files]);
  const node = '/usr/lib/brama/bin/node';
  const server = `const { readFileSync } = require('node:fs');
    const { spawn } = require('node:child_process');
    const files = { key: readFileSync('${key}'), cert: readFileSync('${certificate}') };
    const server = require('node:https').createServer(files, (_, response) => response.writeHead(404).end());
    server.listen(0, '127.0.0.1', () => {
      const address = 'https://127.0.0.1:' + server.address().port;
      const args = ['users', 'list', '--server', address, '--token-stdin'];
      const brama = spawn('brama', args, { stdio: ['pipe', 'inherit', 'inherit'] });
      brama.stdin.end('token');
      brama.on('exit', () => server.close());
    });`;
  const ask = () => runIn(system, ['sh', '-c', '"$0" -e "$1" 2>&1', node, server]);
  assert.match(ask(), /The certificate of https:\/\/127\.0\.0\.1:\d+ is not accepted/);
  runIn(system, ['update-ca-certificates']);
  const answer = ask();
  assert.ok(answer.length > 0 && !answer.includes('certificate'), answer);
  console.log('Debian package: it trusts an authority that was added to the system.');
}

async function testAll(folder: string): Promise<void> {
  const given = process.argv.indexOf('--from');
  if (!process.argv.includes('--made'))
    execFileSync(process.execPath, [join(root, 'scripts/release/release.ts')], {
      stdio: 'inherit',
    });
  checkFiles();
  const empty = join(folder, 'empty');
  makeDebian(empty, oldest);
  await testArchive(empty);
  const present = released(`brama_*_${process.arch === 'x64' ? 'amd64' : process.arch}.deb`);
  const from = given < 0 ? present : `${process.argv[given + 1]}`;
  await testPackage(empty, { former: withVersion(from, '0.0.1~former', folder), present });
  const withShells = join(folder, 'shells');
  makeDebian(withShells, oldest, ['--include=bash-completion,ca-certificates,fish,zsh']);
  testCompletion(withShells, present);
  testAuthority(withShells);
}

const reason = obstacle(['mmdebstrap', 'dpkg-deb', 'openssl', 'unshare']);
if (reason) console.log(`Skipped: archive and Debian package in an empty Debian: ${reason}.`);
else {
  const folder = mkdtempSync(join(tmpdir(), 'brama-packages-'));
  try {
    chmodSync(folder, 0o755);
    await testAll(folder);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
