// Plants a flaw that a check must find: in the library's configuration, in the provider, or in the requests and responses of
// our server.

import type { Configuration, Provider } from 'oidc-provider';

export type Mutant = {
  configuration?(sound: Configuration): Configuration;
  provider?(provider: Provider): void;
  /** Changes a request before it arrives. */
  wire?(options: object): object;
  /** Changes the claims in a userinfo response. */
  userinfo?(claims: Record<string, unknown>): void;
};

export const planted: { mutant: Mutant } = { mutant: {} };

type Library = typeof import('oidc-provider');

/** Returns the library with providers that have the flaw. */
export function withPlanted(library: Library): Library {
  class Flawed extends library.Provider {
    constructor(issuer: string, configuration: Configuration = {}) {
      const { mutant } = planted;
      super(issuer, mutant.configuration?.(configuration) ?? configuration);
      mutant.provider?.(this);
    }
  }
  return { ...library, Provider: Flawed } as unknown as Library;
}
