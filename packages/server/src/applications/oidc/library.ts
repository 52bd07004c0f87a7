// The OpenID Connect library and the version that the patches and message texts of this folder were tested with.

import type { Adapter, KoaContextWithOIDC } from 'oidc-provider';
import description from 'oidc-provider/package.json' with { type: 'json' };

/** The server loads the library after it listens, because loading delays the start. */
export type Library = typeof import('oidc-provider');

/** Returns the request that the library handles at this moment, if any. */
export function currentRequest({ Provider }: Library): KoaContextWithOIDC | undefined {
  return Provider.ctx as KoaContextWithOIDC | undefined;
}

const doNothing = async () => undefined;

/** Methods of the library's adapter interface that a model does not use. */
export const unusedMethods: Omit<Adapter, 'find'> = {
  findByUid: doNothing,
  findByUserCode: doNothing,
  consume: doNothing,
  revokeByGrantId: doNothing,
  upsert: doNothing,
  destroy: doNothing,
};

export const testedVersion = '9.13.3';

/**
 * The build puts the version that it bundles in place of the installed one.
 * @throws for any version but the tested one
 */
export function requireTestedVersion(version = description.version): void {
  if (version === testedVersion) return;
  throw new Error(
    `oidc-provider ${version} is installed, but its patches were tested with ${testedVersion}: review patches.ts and library-messages.ts, run the OpenID Connect tests, then change testedVersion`,
  );
}
