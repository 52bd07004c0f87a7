// Stores in this browser the name of the last sign-in method, to offer it first. Deleted at sign-out, and never stored on a shared
// computer.
import { type MethodId, methodIds } from '@brama/contract/pages/login-page';

const key = 'brama.last-method';

/**
 * The inline script of the sign-in page. It notes the method on the root element, so that styles can show it first before the other
 * scripts have run.
 */
export const lastMethodScript = `try{document.documentElement.dataset.last=localStorage.getItem(${JSON.stringify(key)})||''}catch{}`;

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
  delete globalThis.document?.documentElement.dataset['last'];
  try {
    localStorage.removeItem(key);
  } catch {
    // storage is blocked, so nothing was stored
  }
}
