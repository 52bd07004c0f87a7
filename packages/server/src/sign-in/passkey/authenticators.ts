// Names of authenticators by their AAGUID. The values are public; a synchronised passkey has that of its password manager.

import names from './authenticators.json' with { type: 'json' };

/** Returns undefined for an authenticator that hides its type, or that is not in our list. */
export function authenticatorName(aaguid: string): string | undefined {
  return Object.hasOwn(names, aaguid) ? names[aaguid as keyof typeof names] : undefined;
}
