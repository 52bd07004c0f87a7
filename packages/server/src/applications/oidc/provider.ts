// Creates the provider of the library with our storage, configuration and patches. It is created again whenever the signing keys
// change, which takes two milliseconds.

import type { Provider } from 'oidc-provider';
import { providerWithTransactions } from './adapters/token-transaction.ts';
import type { OidcDeps } from './deps.ts';
import { logRefusals } from './diagnostics/refusal-log.ts';
import type { SigningKey } from './keys/store.ts';
import type { Library } from './library.ts';
import { applyPatches } from './patches.ts';
import { configurationOf } from './provider-configuration.ts';

/** `keys`: the signing keys first. */
export function createProvider(
  library: Library,
  deps: OidcDeps,
  keys: readonly SigningKey[],
): Provider {
  const AtomicProvider = providerWithTransactions(library, deps.db);
  const provider = new AtomicProvider(deps.baseUrl, configurationOf(library, deps, keys));
  // our routes set the forwarded headers
  provider.proxy = true;
  applyPatches(provider, library, deps);
  logRefusals(provider, deps.log);
  return provider;
}
