// The OpenID Connect library and the version that the patches and message texts of this folder were tested with.

import { createRequire } from 'node:module';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** The library is loaded on first use: loading takes 300 ms and 20 MiB. */
export type Library = typeof import('oidc-provider');

/** Returns the request that the library handles at this moment, if any. */
export type CurrentRequest = () => KoaContextWithOIDC | undefined;

export function currentRequestOf({ Provider }: Pick<Library, 'Provider'>): CurrentRequest {
  return () => Provider.ctx as KoaContextWithOIDC | undefined;
}

export const testedVersion = '9.13.3';

function installedVersion(): string {
  const { version } = createRequire(import.meta.url)('oidc-provider/package.json');
  return version;
}

/**
 * Checks that the patches fit the installed library.
 * @throws for any version but the tested one
 */
export function requireTestedVersion(version = installedVersion()): void {
  if (version === testedVersion) return;
  throw new Error(
    `oidc-provider ${version} is installed, but its patches were tested with ${testedVersion}: review patches.ts and library-messages.ts, run the OpenID Connect tests, then change testedVersion`,
  );
}
