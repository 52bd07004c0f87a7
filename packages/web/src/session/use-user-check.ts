// Checks whether the session still belongs to the user of the page. It runs after a sign-in in another tab, when the
// tab becomes visible, and when the server refuses a call for this reason. After a sign-in, and when Back restores an old
// page, it asks for the user instead.
import { paths } from '@brama/contract/paths';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { call, isSignedOut, setShownUser } from '../browser/api.ts';
import { onRefusal } from '../browser/refusals.ts';
import { onNewsElsewhere } from './session-broadcast.ts';

const timeoutMs = 15_000;
/** The age of user data at which Back asks for it again. */
const staleMs = 150_000;

/** When the document or a query has brought the data. */
let askedAt = Date.now();

/**
 * Returns true once the session belongs to a user with another hash. `onSignedOut` is called when a check finds no
 * session.
 */
export function useUserCheck(
  userHash: string,
  onSignedOut: () => void,
  askUser: (() => Promise<unknown>) | undefined,
): boolean {
  const [changed, setChanged] = useState(false);
  const running = useRef<AbortController>(undefined);

  // runs before the effects of the children, whose calls already send the user hash
  useLayoutEffect(() => {
    setShownUser(userHash);
    return () => setShownUser(undefined);
  }, [userHash]);

  const check = useEffectEvent(async () => {
    if (changed) return;
    // only the latest check counts: the session may have changed since an earlier one was sent
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    try {
      await call(paths.session, {
        failure: 'Failed to check the session',
        signal: AbortSignal.any([own.signal, AbortSignal.timeout(timeoutMs)]),
      });
    } catch (error) {
      // a change of user is published as a refusal (browser/refusals.ts); a missing connection shows with the next call
      if (isSignedOut(error)) onSignedOut();
    }
  });

  const query = useEffectEvent(() => {
    if (!askUser) return void check();
    askedAt = Date.now();
    // the query shows its own failures; its code was not loaded
    askUser().catch(() => check());
  });

  useEffect(() => {
    const checkVisible = () => {
      if (!document.hidden) void check();
    };
    addEventListener('focus', checkVisible);
    document.addEventListener('visibilitychange', checkVisible);
    const stopNews = onNewsElsewhere('signed-in', () => query());
    const stopRefusals = onRefusal('session.user-changed', () => setChanged(true));
    return () => {
      removeEventListener('focus', checkVisible);
      document.removeEventListener('visibilitychange', checkVisible);
      stopNews();
      stopRefusals();
    };
  }, []);
  usePageRestored(() => (Date.now() - askedAt < staleMs ? void check() : query()));
  return changed;
}
