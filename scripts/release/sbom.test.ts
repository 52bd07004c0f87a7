// Tests the software bill of materials: it is valid CycloneDX and names every package that the server uses.

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const jsonOf = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** The property by which npm marks packages only for building and testing. */
const onlyForUs = { name: 'cdx:npm:package:development', value: 'true' };

type Component = { 'bom-ref': string };
type Sbom = { components: Component[]; dependencies: { dependsOn: string[] }[] };

const sbom: Sbom = JSON.parse(
  execFileSync(process.execPath, [join(root, 'scripts/release/sbom.ts')], {
    encoding: 'utf8',
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);

const wanted = globSync('packages/*/package.json', { cwd: root })
  .map((path) => jsonOf(join(root, path)))
  .concat(jsonOf(join(root, 'package.json')))
  .flatMap(({ dependencies = {} }) => Object.entries<string>(dependencies))
  .filter(([name]) => !name.startsWith('@brama/'));

test('has the required metadata for itself and each component (CycloneDX 1.5)', () => {
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: expect.stringMatching(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    version: 1,
    metadata: {
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      component: { type: 'application', name: 'brama' },
    },
  });
  const part = {
    'bom-ref': expect.stringMatching(/./),
    type: 'library',
    name: expect.stringMatching(/./),
    version: expect.stringMatching(/^\d/),
    purl: expect.stringMatching(/^pkg:npm\//),
  };
  for (const one of sbom.components) expect(one).toMatchObject(part);
});

test('lists every runtime dependency with its version, not as a tool', () => {
  expect(wanted.length).toBeGreaterThan(10);
  for (const [name, version] of wanted) {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const properties = expect.not.arrayContaining([onlyForUs]);
    const one = expect.objectContaining({ name, version, purl, properties });
    expect(sbom.components).toContainEqual(one);
  }
});

test('references only listed components, each listed once', () => {
  const refs = sbom.components.map((one) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const named = new Set(refs);
  for (const { dependsOn } of sbom.dependencies)
    expect(dependsOn.filter((ref) => !named.has(ref))).toEqual([]);
});
