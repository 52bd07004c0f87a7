// Checks whether the session still belongs to the user of the page. It runs after a sign-in in another tab, when the
// tab becomes visible, and when the server refuses a call for this reason. After a sign-in, and on an old page that Back
// restores, it asks for the user.
import { paths } from '@brama/contract/paths';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { call, isSignedOut, setShownUser } from '../browser/api.ts';
import { onRefusal } from '../browser/refusals.ts';
import { onNewsElsewhere } from './session-broadcast.ts';

const timeoutMs = 15_000;
/** The age of user data at which Back asks for it again. */
const staleMs = 150_000;

type Ask = (signal: AbortSignal) => Promise<unknown>;
type Kind = 'session' | 'user';
type Running = { controller: AbortController; kind: Kind };

const askSession: Ask = (signal) =>
  call(paths.session, { failure: 'Failed to check the session', signal });

/** Returns whether the running check makes this one needless: the answer about the user also says whether there is a session. */
const isCovered = (kind: Kind, running: Running | undefined) =>
  kind === 'session' && running?.kind === 'user';

/**
 * Returns true once the session belongs to a user with another hash. `onSignedOut` is called when a check finds no
 * session.
 */
export function useUserCheck(
  userHash: string,
  onSignedOut: () => void,
  askUser: Ask | undefined,
): boolean {
  const [changed, setChanged] = useState(false);
  const running = useRef<Running>(undefined);
  const askedAt = useRef(0);

  // runs before the effects of the children, whose calls already send the user hash
  useLayoutEffect(() => {
    setShownUser(userHash);
    return () => setShownUser(undefined);
  }, [userHash]);

  async function ask(kind: Kind, signal: AbortSignal) {
    if (kind === 'user' && askUser) {
      await askUser(signal);
      askedAt.current = Date.now();
    } else await askSession(signal);
  }

  const check = useEffectEvent(async (kind: Kind) => {
    if (changed || isCovered(kind, running.current)) return;
    // only the latest check counts: the session may have changed since an earlier one was sent
    running.current?.controller.abort();
    const own = { controller: new AbortController(), kind };
    running.current = own;
    const signal = AbortSignal.any([own.controller.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      await ask(kind, signal);
    } catch (error) {
      // a change of user is published as a refusal (browser/refusals.ts); a missing connection shows with the next call
      if (isSignedOut(error)) onSignedOut();
    } finally {
      if (running.current === own) running.current = undefined;
    }
  });

  useEffect(() => {
    askedAt.current = Date.now();
    const checkVisible = () => {
      if (!document.hidden) void check('session');
    };
    addEventListener('focus', checkVisible);
    document.addEventListener('visibilitychange', checkVisible);
    const stopNews = onNewsElsewhere('signed-in', () => void check('user'));
    const stopRefusals = onRefusal('session.user-changed', () => setChanged(true));
    return () => {
      removeEventListener('focus', checkVisible);
      document.removeEventListener('visibilitychange', checkVisible);
      stopNews();
      stopRefusals();
    };
  }, []);
  usePageRestored(() => void check(Date.now() - askedAt.current < staleMs ? 'session' : 'user'));
  return changed;
}
