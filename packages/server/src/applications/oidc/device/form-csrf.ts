// CSRF tokens of the forms on the device pages: they bind a form to the browser and the session that received it.

import { createHmac, type KeyObject } from 'node:crypto';

/** `browser`: the secret of its cookie. */
export type FormCsrf = (browser: string, sessionUid: string | undefined) => string;

export function createFormCsrf(key: KeyObject): FormCsrf {
  return (browser, sessionUid) =>
    createHmac('sha256', key)
      .update(JSON.stringify([browser, sessionUid ?? null]))
      .digest('base64url');
}
