// Stops the build if a bundle contains a forbidden module: a heavy package in the first scripts of the sign-in page, or
// development code anywhere.
import type { Plugin } from 'vite';

/** The properties of a bundle that this check uses. */
export type Bundle = Record<
  string,
  { type: 'asset' } | { type: 'chunk'; name: string; imports: string[]; moduleIds: string[] }
>;

const heavy = /\/node_modules\/(?:tailwind-merge|zod|sonner|qrcode\.react)\//;
const development = /\/src\/(?:stories\/|entries\/example-instance\.)/;

function modulesOf(bundle: Bundle, file: string, seen = new Set<string>()): string[] {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || seen.has(file)) return [];
  seen.add(file);
  return [
    ...chunk.moduleIds,
    ...chunk.imports.flatMap((imported) => modulesOf(bundle, imported, seen)),
  ];
}

/** Returns the forbidden modules of a bundle. `entry` is the name of the sign-in page’s chunk. */
export function misplacedModules(bundle: Bundle, entry: string): string[] {
  const chunks = Object.entries(bundle).flatMap(([file, part]) =>
    part.type === 'chunk' ? [{ ...part, file }] : [],
  );
  const first = chunks.find(({ name }) => name === entry);
  if (!first) throw new Error(`the build has no entry ${entry}`);
  return [
    ...modulesOf(bundle, first.file).filter((id) => heavy.test(id)),
    ...chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => development.test(id)),
  ];
}

export function contentsPlugin(): Plugin {
  return {
    name: 'brama-contents',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle(_, bundle) {
      const misplaced = misplacedModules(bundle, 'login');
      if (misplaced.length > 0) this.error(`does not belong here: ${misplaced.join(', ')}`);
    },
  };
}
