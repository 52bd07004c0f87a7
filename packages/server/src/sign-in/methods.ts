// The one list of sign-in methods. A method whose settings are absent is `undefined` here: off.

import type { MethodId } from '@brama/contract/pages/login-page';
import { createDiiaMethod, type DiiaNeeds } from './diia/method.ts';
import { createGoogleMethod, type GoogleNeeds } from './google/method.ts';
import type { SignInMethod } from './method.ts';
import { createPasswordMethod, type PasswordNeeds } from './password/method.ts';

export type MethodNeeds = {
  password: PasswordNeeds;
  diia: DiiaNeeds | undefined;
  google: GoogleNeeds | undefined;
};

/** The methods that are on, in the order screens show them. */
export function createMethods(needs: MethodNeeds): SignInMethod[] {
  // the compiler stops here when a method of the contract is missing
  const all: Record<MethodId, SignInMethod | undefined> = {
    password: createPasswordMethod(needs.password),
    diia: needs.diia && createDiiaMethod(needs.diia),
    google: needs.google && createGoogleMethod(needs.google),
  };
  return Object.values(all).filter((method) => method !== undefined);
}
