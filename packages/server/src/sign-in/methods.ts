// The one list of sign-in methods. A method whose settings are absent is `undefined` here: off.

import type { MethodId } from '@brama/contract/pages/login-page';
import { createDiiaMethod, type DiiaDeps } from './diia/method.ts';
import { createGoogleMethod, type GoogleDeps } from './google/method.ts';
import type { SignInMethod } from './method.ts';
import { createPasswordMethod, type PasswordDeps } from './password/method.ts';

export type MethodDeps = {
  password: PasswordDeps;
  diia: DiiaDeps | undefined;
  google: GoogleDeps | undefined;
};

/** The methods that are on, in the order screens show them. */
export function createMethods(deps: MethodDeps): SignInMethod[] {
  // the compiler stops here when a method of the contract is missing
  const all: Record<MethodId, SignInMethod | undefined> = {
    password: createPasswordMethod(deps.password),
    diia: deps.diia && createDiiaMethod(deps.diia),
    google: deps.google && createGoogleMethod(deps.google),
  };
  return Object.values(all).filter((method) => method !== undefined);
}
