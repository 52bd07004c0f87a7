// Checks the files for containers and Kubernetes, and starts no container. Settings must be valid, containers confined,
// and names of one file must exist in the other.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { allSettings, readConfig } from '@brama/server/app/config';
import { CORE_SCHEMA, loadAll, mergeTag } from 'js-yaml';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, test } from 'vitest';
import { paths } from '../../packages/contract/src/paths.ts';
import { root } from '../children.ts';
import { machineCodePackages } from '../release/runtime-files.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const schema = CORE_SCHEMA.withTags(mergeTag);
const documents = (file: string) => loadAll(read(file), { schema });

type Labels = Record<string, string>;
type Environment = Record<string, string>;

type ComposeService = {
  image: string;
  user?: string;
  read_only?: boolean;
  privileged?: boolean;
  cap_add?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  env_file?: string;
  environment?: Environment;
  secrets?: string[];
};
type Compose = {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
};

type Probe = { httpGet: { path: string; port: string } };
type Container = {
  ports?: { name: string; containerPort: number }[];
  envFrom?: { configMapRef: { name: string } }[];
  env?: { name: string; value: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext?: object;
  volumeMounts?: { name: string; mountPath: string }[];
};
type Pod = {
  metadata: { labels: Labels };
  spec: {
    automountServiceAccountToken?: boolean;
    securityContext?: object;
    containers: Container[];
    volumes: { name: string; secret?: { secretName: string } }[];
  };
};
type Selector = { matchLabels: Labels };
type KubernetesObject =
  | { kind: 'ConfigMap'; metadata: { name: string }; data: Environment }
  | { kind: 'Secret'; metadata: { name: string }; stringData: Environment }
  | { kind: 'Deployment'; spec: { selector: Selector; template: Pod } }
  | { kind: 'Job'; spec: { template: Pod } }
  | { kind: 'Service'; metadata: { name: string }; spec: ServiceSpec }
  | { kind: 'Ingress'; spec: { rules: IngressRule[] } }
  | { kind: 'PodDisruptionBudget'; spec: { selector: Selector } }
  | { kind: 'NetworkPolicy'; spec: NetworkPolicySpec };
type ServiceSpec = { selector: Labels; ports: { name: string; targetPort: string }[] };
type IngressRule = {
  http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] };
};
type NetworkPolicySpec = { podSelector: Selector; ingress: { ports: { port: string }[] }[] };

/** Returns the instructions of the Dockerfile, each in one line, without comments. */
function dockerInstructions(): string[] {
  const lines = read('Dockerfile').replaceAll(/^#.*\n/gm, '');
  return lines
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
}

const instructions = dockerInstructions();
const lastStage = instructions.slice(instructions.findLastIndex((line) => /^FROM /.test(line)));
const argumentOf = (name: string) =>
  lastStage.findLast((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
const imageEnvironment: Environment = Object.fromEntries(
  argumentOf('ENV')
    .split(' ')
    .map((pair) => pair.split('=', 2)),
);

const exampleEnvironment: Environment = Object.fromEntries(
  [...read('deploy/brama.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
);

const compose = documents('deploy/compose.yaml')[0] as Compose;
const services = Object.entries(compose.services);
const ofServer = services.filter(([, { image }]) => image.startsWith('brama:'));

const kubernetesFiles = globSync('deploy/kubernetes/**/*.yaml', { cwd: root });
const objects = kubernetesFiles.flatMap((file) => documents(file) as KubernetesObject[]);
const ofKind = <K extends KubernetesObject['kind']>(kind: K) =>
  objects.filter((one): one is Extract<KubernetesObject, { kind: K }> => one.kind === kind);
const nameLabel = 'app.kubernetes.io/name';
const pods = [...ofKind('Deployment'), ...ofKind('Job')].map(({ spec }) => spec.template);
const podsByName = pods.map((pod) => [pod.metadata.labels[nameLabel] ?? '', pod] as const);
const containers = pods.flatMap(({ spec }) => spec.containers);

/** Returns what the configuration and the settings of a container set, as the server receives it. */
function environmentOf({ envFrom = [], env = [] }: Container): Environment {
  const maps = envFrom.flatMap(({ configMapRef }) =>
    ofKind('ConfigMap').filter(({ metadata }) => metadata.name === configMapRef.name),
  );
  const own = env.map(({ name, value }) => [name, value] as const);
  return Object.assign({}, ...maps.map(({ data }) => data), Object.fromEntries(own));
}

/** Container → its environment without that of the image. */
const environments = new Map<string, Environment>([
  ...ofServer.map(
    ([name, { environment }]) =>
      [`compose ${name}`, { ...exampleEnvironment, ...environment }] as const,
  ),
  ...podsByName.map(
    ([name, { spec }]) =>
      [`kubernetes ${name}`, Object.assign({}, ...spec.containers.map(environmentOf))] as const,
  ),
]);

const settings = new Set(Object.values(allSettings).map(({ name }) => name));

/** Stands for the secrets: keys, and addresses of databases. */
const readSecret = (path: string) =>
  path.endsWith('-url')
    ? 'postgres://brama:password@postgres/brama'
    : randomBytes(32).toString('hex');

describe('settings', () => {
  test.each([...environments])('%s names only settings of the server', (_name, environment) => {
    const names = Object.keys(environment).map((name) => name.replace(/_FILE$/, ''));
    expect(names).not.toHaveLength(0);
    expect(names.filter((name) => !settings.has(name))).toEqual([]);
  });

  test.each([...environments])('the server accepts those of %s', (_name, environment) => {
    const config = readConfig({ ...imageEnvironment, ...environment }, readSecret);
    expect(config.mode).toBe('production');
    expect([config.taxIdKey?.length, config.dataKey?.length]).toEqual([32, 32]);
  });

  test('the image sets only settings of the server', () => {
    const { PATH: _path, ...others } = imageEnvironment;
    expect(Object.keys(others).filter((name) => !settings.has(name))).toEqual([]);
  });

  test('only the migration gets the address of the owner', () => {
    const owners = [...environments].filter(([, one]) => 'DATABASE_OWNER_URL_FILE' in one);
    expect(owners.map(([name]) => name)).toEqual(['compose migrate', 'kubernetes brama-migrate']);
  });

  test('several nodes share a database', () => {
    const nodes = ['compose node-1', 'compose node-2', 'kubernetes brama'];
    for (const name of nodes) expect(environments.get(name)).toHaveProperty('DATABASE_URL_FILE');
  });
});

describe('secrets', () => {
  const secretFiles = (environment: Environment) =>
    Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));

  test.each(services)('compose mounts those that %s reads', (_name, { environment, secrets }) => {
    const mounted = (secrets ?? []).map((name) => `/run/secrets/${name}`);
    expect(secretFiles(environment ?? {}).filter((file) => !mounted.includes(file))).toEqual([]);
    for (const name of secrets ?? []) expect(compose.secrets).toHaveProperty(name);
  });

  test('compose reads them from files that git and the image leave out', () => {
    for (const [name, { file }] of Object.entries(compose.secrets))
      expect(file).toBe(`./secrets/${name}`);
    expect(read('.gitignore').split('\n')).toEqual(
      expect.arrayContaining(['/deploy/secrets/', '/deploy/brama.env']),
    );
    const ignored = read('.dockerignore').split('\n');
    expect(ignored[1]).toBe('*');
    expect(ignored.filter((line) => line.startsWith('!deploy'))).toEqual(['!deploy/Caddyfile']);
  });

  test.each(podsByName)('Kubernetes mounts those that the pod %s reads', (_name, { spec }) => {
    const files = spec.containers.flatMap(({ volumeMounts = [] }) =>
      volumeMounts.flatMap(({ name, mountPath }) => {
        const secretName = spec.volumes.find((volume) => volume.name === name)?.secret?.secretName;
        const secret = ofKind('Secret').find(({ metadata }) => metadata.name === secretName);
        return Object.keys(secret?.stringData ?? {}).map((key) => `${mountPath}/${key}`);
      }),
    );
    const wanted = spec.containers.flatMap((container) => secretFiles(environmentOf(container)));
    expect(wanted).not.toHaveLength(0);
    expect(wanted.filter((file) => !files.includes(file))).toEqual([]);
  });

  test('the examples contain none', () => {
    for (const { stringData } of ofKind('Secret'))
      expect(Object.values(stringData).filter(Boolean)).toEqual([]);
    const secret = Object.values(allSettings).filter((one) => one.secret);
    for (const { name } of secret)
      for (const environment of environments.values()) expect(environment).not.toHaveProperty(name);
  });
});

describe('confinement', () => {
  test.each(services)('the container %s has no rights of root', (_name, service) => {
    expect(service).toMatchObject({
      user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(service.privileged).toBeUndefined();
    expect(service.cap_add).toBeUndefined();
  });

  test.each(podsByName)('the pod %s keeps the restricted standard', (_name, { spec }) => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: expect.any(Number),
        seccompProfile: { type: 'RuntimeDefault' },
      },
    });
    for (const { securityContext } of spec.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  });

  test('image, compose file and pods name the same user', () => {
    const [id] = argumentOf('USER').split(':');
    expect(Number(id)).toBeGreaterThan(0);
    for (const [, { user }] of ofServer) expect(user).toBe(argumentOf('USER'));
    for (const { spec } of pods)
      expect(spec.securityContext).toMatchObject({ runAsUser: Number(id), fsGroup: Number(id) });
  });
});

describe('probes', () => {
  test('use paths of the server', () => {
    const probes = containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) =>
      [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet.path),
    );
    // the migration has none
    expect(probes.filter(Boolean)).toEqual([paths.health, paths.health, paths.ready]);
    expect(read('deploy/Caddyfile')).toContain(`health_uri ${paths.ready}\n`);
  });

  test('use the port on which the server listens', () => {
    const port = Number(imageEnvironment['PORT']);
    const [node] = ofKind('Deployment').flatMap(({ spec }) => spec.template.spec.containers);
    expect(node?.ports).toEqual([{ name: 'http', containerPort: port }]);
    for (const probe of [node?.startupProbe, node?.livenessProbe, node?.readinessProbe])
      expect(probe?.httpGet.port).toBe('http');
    const upstreams = /reverse_proxy (.*) \{/.exec(read('deploy/Caddyfile'))?.[1]?.split(' ');
    expect(upstreams).toEqual([`node-1:${port}`, `node-2:${port}`]);
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(['node-1', 'node-2']));
  });

  test.each([
    [200, 0],
    [503, 1],
  ])('the health check of the image turns status %i into %i', async (status, exitCode) => {
    const [, command = '[]'] = /CMD (\[.*\])$/.exec(argumentOf('HEALTHCHECK')) ?? [];
    const [program, ...args]: string[] = JSON.parse(command);
    expect(program).toBe('node');
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const child = spawn(process.execPath, args, { env: { PORT: `${port}` }, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    server.close();
    expect([code, asked]).toEqual([exitCode, [paths.ready]]);
  });
});

describe('Kubernetes', () => {
  const [node] = ofKind('Deployment');
  const labels = node?.spec.template.metadata.labels;

  test('every selector finds the nodes, and none the migration', () => {
    const selectors = [
      ...ofKind('Deployment').map(({ spec }) => spec.selector.matchLabels),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
      ...ofKind('Service').map(({ spec }) => spec.selector),
    ];
    expect(selectors).toHaveLength(4);
    for (const selector of selectors) expect(labels).toMatchObject(selector);
    for (const { spec } of ofKind('Job'))
      for (const selector of selectors)
        expect(spec.template.metadata.labels).not.toMatchObject(selector);
  });

  test('services, ingress and network policy name existing ports', () => {
    const ports = ofKind('Service').flatMap(({ spec }) => spec.ports);
    expect(ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
    for (const { spec } of ofKind('NetworkPolicy'))
      expect(spec.ingress.flatMap((rule) => rule.ports.map(({ port }) => port))).toEqual(['http']);
    const backends = ofKind('Ingress').flatMap(({ spec }) =>
      spec.rules.flatMap((rule) => rule.http.paths.map(({ backend }) => backend.service)),
    );
    expect(backends).toEqual([{ name: 'brama', port: { name: 'http' } }]);
    expect(ofKind('Service').map(({ metadata }) => metadata.name)).toEqual(['brama']);
  });

  /** The published schema of each API version and kind. */
  const models = {
    'v1 ConfigMap': ConfigMap,
    'v1 Secret': Secret,
    'v1 Service': Service,
    'apps/v1 Deployment': Deployment,
    'batch/v1 Job': Job,
    'networking.k8s.io/v1 Ingress': Ingress,
    'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
    'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  };
  const modelOf = ({ apiVersion, kind }: { apiVersion: string; kind: string }) => {
    const Model = models[`${apiVersion} ${kind}` as keyof typeof models];
    return Model as unknown as new (
      data: object,
    ) => { validate(): void };
  };

  test.each(
    kubernetesFiles.flatMap((file) =>
      (documents(file) as { apiVersion: string; kind: string }[]).map(
        (one) => [file, one.kind, one] as const,
      ),
    ),
  )('%s has a valid %s', (_file, _kind, one) => {
    const Model = modelOf(one);
    expect(Model).toBeDefined();
    const { apiVersion: _version, kind: _kindOfObject, ...data } = one;
    expect(() => new Model(data).validate()).not.toThrow();
  });

  test('an object with a wrong type is refused by its schema', () => {
    const wrong = { metadata: { name: 'a' }, spec: { replicas: 'two' } };
    expect(() => new Deployment(wrong as never).validate()).toThrow(/replicas/);
  });

  test('a folder that is applied as a whole contains neither secrets nor jobs', () => {
    const applied = kubernetesFiles.filter((file) => !file.includes('/examples/'));
    const kinds = applied.flatMap((file) =>
      (documents(file) as KubernetesObject[]).map(({ kind }) => kind),
    );
    expect(kinds.sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
    ]);
  });
});

describe('the image', () => {
  test('contains the packages that the bundle leaves out, and no others', () => {
    const [, list = ''] = /const external = \[(.*)\]/.exec(read('packages/server/build.ts')) ?? [];
    // an optional package that is not installed
    const external = list
      .replaceAll(/['\s]/g, '')
      .split(',')
      .filter((name) => name !== 'pg-native');
    expect(new Set(machineCodePackages('x64').portable)).toEqual(new Set(external));
    expect(instructions).toContain(
      'RUN node scripts/release/runtime-files.ts /out --compile-cache',
    );
  });

  test('is made in its last stage of Debian and one folder of the build', () => {
    expect(lastStage[0]).toMatch(/^FROM \$\{DEBIAN\} AS server$/);
    expect(instructions.find((line) => line.startsWith('ARG DEBIAN='))).toMatch(/-slim$/);
    expect(lastStage.filter((line) => /^(COPY|ADD) /.test(line))).toEqual([
      'COPY --from=build --chown=0:0 /out /opt/brama',
    ]);
    const commands = lastStage.filter((line) => line.startsWith('RUN ')).join('\n');
    expect(commands).not.toMatch(/apt|npm|curl|wget/);
  });

  test('is built of all sources of the web application', () => {
    const kept = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const sources: string[] = JSON.parse(read('packages/web/build/sources.json'));
    const missing = sources.filter(
      (source) => !kept.some((path) => source === path || source.startsWith(`${path}/`)),
    );
    expect(missing).toEqual([]);
  });
});

test('the roles of the compose file are those of docs/operate.md', () => {
  const statements = (text: string) => text.trim().split('\n');
  const [, manual = ''] =
    /```sql\n(create role brama_owner [\s\S]*?)```/.exec(read('docs/operate.md')) ?? [];
  const [, script = ''] = /<<'SQL'\n([\s\S]*?)^SQL$/m.exec(read('deploy/postgres-roles.sh')) ?? [];
  const shown = script.replace(":'owner_password'", "'one'").replace(":'password'", "'another'");
  expect(statements(shown)).toEqual(statements(manual));
});

test('every file begins with a comment', () => {
  const files = [
    'Dockerfile',
    '.dockerignore',
    ...globSync('deploy/**/*', { cwd: root, exclude: ['deploy/secrets'] }).filter((file) =>
      /\.(yaml|sh|example)$|Caddyfile$/.test(file),
    ),
  ];
  expect(files.filter((file) => !/^# [A-Z]/.test(read(file)))).toEqual([]);
});
