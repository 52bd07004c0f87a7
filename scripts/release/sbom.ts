// Prints the list of everything Brama is made of (CycloneDX, JSON), as npm reads it from the lock file. What is only
// needed to build and to test is marked so; the pages hold parts of it.

import { execFileSync } from 'node:child_process';

type Sbom = { metadata: { component: { name: string } } };

function fromNpm(): Sbom {
  const npm = process.env['npm_execpath'];
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--package-lock-only',
  ];
  const isScript = npm?.endsWith('.js') ?? false;
  const printed = execFileSync(
    isScript ? process.execPath : 'npm',
    isScript ? [`${npm}`, ...args] : args,
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: !isScript && process.platform === 'win32',
    },
  );
  return JSON.parse(printed);
}

const sbom = fromNpm();
// npm puts the name of the folder here
sbom.metadata.component.name = 'brama';
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
