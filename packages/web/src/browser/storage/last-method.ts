// Remembers in this browser how the last sign-in was made, so that people come back the same way; forgotten
// at sign-out. Only the name of the method.
import { type MethodId, methodIds } from '@brama/contract/pages/login-page';

const key = 'brama.last-method';

export function readLastMethod(): MethodId | undefined {
  try {
    const kept = localStorage.getItem(key);
    return methodIds.find((id) => id === kept);
  } catch {
    return undefined;
  }
}

export function rememberMethod(method: MethodId): void {
  try {
    localStorage.setItem(key, method);
  } catch {
    // storage switched off: people remember by themselves
  }
}

export function forgetMethod(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was kept either
  }
}
