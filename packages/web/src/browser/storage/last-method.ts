// Stores in this browser the name of the last sign-in method, to offer it first. Deleted at sign-out.
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
    // storage is blocked; no method is offered first
  }
}

export function forgetMethod(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // storage is blocked, so nothing was stored
  }
}
