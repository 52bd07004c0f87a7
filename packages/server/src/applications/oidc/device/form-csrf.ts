// That a form of the device pages was sent by the browser that got it, while the same person was signed in. The
// library looks for such a proof in its session, which is ours and keeps none: it is made anew for each request.

import { createHmac, type KeyObject } from 'node:crypto';
import type { Provider } from 'oidc-provider';
import { requestContextOf } from '../request-context.ts';

export function createFormCsrf(key: KeyObject) {
  /** `browser`: the secret of its cookie. */
  return (browser: string, sessionUid: string | undefined): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([browser, sessionUid ?? null]))
      .digest('base64url');
}

export type FormCsrf = ReturnType<typeof createFormCsrf>;

type Sessions = { get(ctx: unknown): Promise<{ state?: { secret: string } }> };

export function provideDeviceProof(provider: Provider) {
  const sessions = provider.Session as unknown as Sessions;
  const get = sessions.get.bind(sessions);
  sessions.get = async (ctx) => {
    const session = await get(ctx);
    const secret = requestContextOf(ctx as Parameters<typeof requestContextOf>[0]).device?.proof;
    if (secret !== undefined) session.state = { secret };
    return session;
  };
}
