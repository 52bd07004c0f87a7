// Runs every npm command. Plain JavaScript for any Node ≥ 20.19. Installs what is missing, finds the pinned Node 24, builds
// what changed, and starts the script of the command.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const oldestNode = 24;

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

function stop(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Returns the environment for `npm ci`. Of npm's own configuration, it contains only the settings for downloads, such
 * as registry, cache and proxy.
 */
function environmentForNpm() {
  const own = /^npm_(config|package|lifecycle|command)/i;
  const kept =
    /^npm_config_(cache|registry|userconfig|globalconfig|https?_proxy|proxy|noproxy|cafile|prefix)$/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !own.test(name) || kept.test(name)),
  );
}

function install() {
  const wanted = `${hashOf([join(root, 'package-lock.json')])} ${process.platform}-${process.arch}`;
  const stamp = join(root, 'node_modules', '.installed');
  if (read(stamp) === wanted) return;
  // npm leaves out optional packages that need a newer Node than its own, among them the bundler
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stop(`Node.js 20.19 or newer is needed to install; this is ${process.version}.`);
  console.error('Installing dependencies (first run, or the lock file changed)…');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'];
  const options = { cwd: root, env: environmentForNpm(), stdio: ['ignore', 2, 2] };
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (done.status !== 0) stop('Installing the dependencies failed; the reason stands above.');
  writeFileSync(stamp, wanted);
}

function pinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve(
      `node-${platform}-${process.arch}/package.json`,
    );
    const binary = join(dirname(manifest), JSON.parse(read(manifest)).bin.node);
    if (spawnSync(binary, ['--version']).status === 0) return binary;
  } catch {
    // no pinned Node exists for this platform, so the running one is used
  }
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath;
  return stop(
    `Node.js ${oldestNode} or newer is needed on ${process.platform}-${process.arch}; this is ${process.version}. Install it from https://nodejs.org and try again.`,
  );
}

function filesAt(place) {
  return statSync(place).isDirectory() ? filesBelow(place) : [place];
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'dist-ssr'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** What is built: its sources, the script, the file with the hash of the sources, and a file that must exist. */
const web = {
  title: 'the web application',
  // the packages, and the files that the manual quotes
  places: () => JSON.parse(read(join(root, 'packages/web/build/sources.json'))),
  script: 'packages/web/build.ts',
  stamp: 'packages/web/dist/.built',
  result: 'packages/web/dist-ssr/server.js',
};
const server = {
  title: 'the server',
  places: () => [
    'packages/server/src',
    'packages/server/build.ts',
    'packages/contract/src',
    'packages/signin-button/src',
  ],
  script: 'packages/server/build.ts',
  stamp: 'packages/server/dist/.built',
  result: 'packages/server/dist/main.cjs',
};

/** Builds what changed since its last build. */
function build(node, environment, { title, places, script, stamp, result }) {
  const sources = places().flatMap((place) => filesAt(join(root, place)));
  const wanted = hashOf([join(root, 'package-lock.json'), ...sources.sort()]);
  if (read(join(root, stamp)) === wanted && existsSync(join(root, result))) return;
  console.error(`Building ${title}…`);
  const done = spawnSync(node, [script], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) stop(`Building ${title} failed; the reason stands above.`);
  mkdirSync(dirname(join(root, stamp)), { recursive: true });
  writeFileSync(join(root, stamp), wanted);
}

/** Returns the ids of our parent process and, on Linux, of its parent. */
function ancestors() {
  const stat = read(`/proc/${process.ppid}/stat`);
  // the name in brackets may contain any character; the parent's id is the second field after it
  return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 1).split(' ')[2] ?? ''}`;
}

/** Runs a script with our stdio. Passes signals on and exits with its exit code. */
function handOver(node, environment, script, args) {
  const child = spawn(node, [join(root, script), ...args], {
    cwd: root,
    env: environment,
    // if this process is killed, the channel closes and the child stops
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  // npm may end without passing a signal on, and leave its shell running: watch both processes
  const before = ancestors();
  setInterval(() => {
    if (ancestors() !== before) child.kill('SIGTERM');
  }, 1000).unref();
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 143 : 1)));
}

const everything = [web, server];

/** For each command: the script, what must be built before it, and its first arguments. */
const commands = {
  start: ['scripts/start/start.ts', everything],
  dev: ['scripts/start/dev.ts', [web]],
  build: ['packages/signin-button/build.ts', everything],
  test: ['scripts/checks/test.ts', everything, 'main'],
  'test:all': ['scripts/checks/test.ts', everything, 'all'],
  check: ['scripts/checks/test.ts', [], 'check'],
  fix: ['node_modules/@biomejs/biome/bin/biome', [], 'check', '--write'],
  'test:interop': ['scripts/checks/interop.ts', everything],
  'test:flaws': ['scripts/flaws/run.ts', []],
  bench: ['bench/main.ts', everything],
  fuzz: ['scripts/checks/fuzz.ts', []],
  docs: ['scripts/docs/docs.ts', []],
  pictures: ['scripts/pictures/pictures.ts', []],
  gallery: ['scripts/gallery/gallery.ts', everything],
  release: ['scripts/release/release.ts', everything],
  'release:button': ['scripts/release/release-button.ts', [web]],
  'test:previous-release': ['scripts/release/test-previous-release.ts', everything],
  'test:release': ['scripts/release/test-release.ts', []],
  'test:packages': ['scripts/release/test-packages.ts', everything],
  'test:image': ['scripts/release/test-image.ts', []],
  sbom: ['scripts/release/sbom.ts', []],
  'commit-message': ['scripts/checks/commit-message.ts', []],
  brama: ['packages/server/dist/main.cjs', [server]],
};

/** Returns the settings of the simulated register, which a demo that runs in this checkout has written. */
function demoSettings() {
  const dataDir = resolve(root, process.env.DATA_DIR || 'data');
  return parseEnv(read(join(dataDir, 'demo.env')));
}

const [name, ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
if (!command) stop(`usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`);
install();
const node = pinnedNode();
const environment = {
  ...(name === 'brama' && demoSettings()),
  ...process.env,
  PATH: dirname(node) + delimiter + process.env.PATH,
  // keeps compiled and type-stripped code: later starts are twice as fast and 25 MiB lighter
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/brama'),
  // relative paths on the command line start at the caller's folder, those in settings at the root
  CALLED_FROM: process.env.INIT_CWD ?? process.cwd(),
};
const [script, built, ...first] = command;
for (const one of built) build(node, environment, one);
handOver(node, environment, script, [...first, ...rest]);
