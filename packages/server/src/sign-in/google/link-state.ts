// What a signed-in user sees about the linked Google account.

import type { GoogleLinkResponse } from '@brama/contract/sign-in/google/schemas';
import type { Session } from '../../sessions/session.ts';
import type { Google } from './context.ts';

type Deps = Pick<Google, 'links' | 'enabledMethods' | 'changes'>;

export async function findGoogleLink(deps: Deps, session: Session): Promise<GoogleLinkResponse> {
  const { links, enabledMethods } = deps;
  const link = await links.findForUser('google', session.userId);
  const missing = await deps.changes.missing(session);
  return {
    linked: link ? { email: link.email, since: new Date(link.linkedAt).toISOString() } : null,
    lastWayIn: !(await links.hasOtherWay('google', session.userId, enabledMethods)),
    fresh: missing === null,
    missing,
  };
}
