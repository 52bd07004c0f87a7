// Trusted Types: pages accept no plain string as a script address. This file turns an address into an accepted value.
import { trustedTypesPolicy } from '@brama/contract/pages/trusted-types';

type Policy = { createScriptURL(text: string): unknown };
/** The types that TypeScript's DOM library does not contain yet. */
type Factory = {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): Policy;
};

/** A browser creates a policy of one name only once. */
let policy: Policy | undefined;

/** @throws for an address on another origin. */
function onlyOwn(address: string): string {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new TypeError('not a script of ours');
  return url.pathname + url.search;
}

/** Returns an address on this origin as a value that `script.src` accepts. */
export function trustedAddress(address: string): unknown {
  const { trustedTypes } = window as Window & { trustedTypes?: Factory };
  policy ??= trustedTypes?.createPolicy(trustedTypesPolicy, { createScriptURL: onlyOwn });
  return policy?.createScriptURL(address) ?? address;
}
