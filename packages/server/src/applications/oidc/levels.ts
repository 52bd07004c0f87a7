// How a session was signed in, in the words of OpenID Connect: `amr` names the method truly, `acr` how sure
// it makes who somebody is. Pure.

import type { MethodId } from '@brama/contract/login-page';

/** Level 1: an account of the university. Level 2: the state's own proof of the person (Diia). */
export const acrValues = ['urn:brama:acr:1', 'urn:brama:acr:2'] as const;

/** `pwd` is of RFC 8176 §2; the others name methods it has no word for. */
const levels: Record<MethodId, { amr: string[]; acr: (typeof acrValues)[number] }> = {
  password: { amr: ['pwd'], acr: 'urn:brama:acr:1' },
  google: { amr: ['google'], acr: 'urn:brama:acr:1' },
  diia: { amr: ['diia'], acr: 'urn:brama:acr:2' },
};

export function levelOf(method: MethodId) {
  return levels[method];
}
