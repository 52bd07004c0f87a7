// Prints the software bill of materials (CycloneDX, JSON), which npm creates from the lock file. Packages only for
// building and testing are marked; the built pages contain parts of some of them.

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
// npm writes the name of the folder here
sbom.metadata.component.name = 'brama';
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
