// Our pages allow no script whose address is a mere text (Trusted Types): here it is made one that they allow.
import { trustedTypesPolicy } from '@brama/contract/pages/trusted-types';

type Policy = { createScriptURL(text: string): unknown };
/** Not yet among the types of the browser that TypeScript knows. */
type Factory = {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): Policy;
};

/** A browser makes a policy of one name only once. */
let policy: Policy | undefined;

/** @throws for an address on another site. */
function onlyOwn(address: string): string {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new TypeError('not a script of ours');
  return url.pathname + url.search;
}

/** An address on this site, as `script.src` takes it. */
export function trustedAddress(address: string): unknown {
  const { trustedTypes } = window as Window & { trustedTypes?: Factory };
  policy ??= trustedTypes?.createPolicy(trustedTypesPolicy, { createScriptURL: onlyOwn });
  return policy?.createScriptURL(address) ?? address;
}
