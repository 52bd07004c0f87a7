// The list of sign-in methods. A new method is registered here and, with its settings, in method-settings.ts.

import { type MethodId, methodIds } from '@brama/contract/pages/login-page';
import { composeDiia } from './diia/compose.ts';
import { composeGoogle } from './google/compose.ts';
import type { ComposedMethod, SignInContext } from './method.ts';
import { composePassword } from './password/compose.ts';

const composers: Record<MethodId, (context: SignInContext) => ComposedMethod> = {
  password: composePassword,
  diia: composeDiia,
  google: composeGoogle,
};

/** Returns the enabled methods, in the order in which pages show them, and the cleanup tasks of all. */
export function composeMethods(context: SignInContext) {
  const composed = methodIds.map((id) => composers[id](context));
  return {
    methods: composed.flatMap(({ method }) => method ?? []),
    cleanupTasks: composed.flatMap(({ cleanupTasks }) => cleanupTasks),
  };
}
