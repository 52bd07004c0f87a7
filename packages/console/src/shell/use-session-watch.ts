// Notices when the session of the page ends or another user signs in: in another tab, or after a pause on a shared computer.
import { paths, userHashHeader } from '@brama/contract/paths';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { useEffect } from 'react';
import { onNewsElsewhere, sessionState, setSessionState } from '../api/session.ts';
import { idleSeconds, language, userHash } from '../page-data.ts';
import { forgetAll } from '../storage/tab-storage.ts';

/** Asks without counting as use of the session. */
async function check(): Promise<void> {
  if (document.hidden) return;
  const headers = { [userHashHeader]: userHash };
  const response = await fetch(paths.session, { headers, cache: 'no-store' }).catch(
    () => undefined,
  );
  if (response?.status === 401) return setSessionState('ended');
  if (response?.status === 409) return setSessionState('user-changed');
  if (response?.ok && sessionState() === 'ended') setSessionState('open');
}

/** On a shared computer the page leaves soon after the session has ended, because it shows data of users. */
async function leaveWhenEnded(): Promise<void> {
  await check();
  if (sessionState() !== 'ended') return;
  forgetAll();
  location.replace(`/${language}/?session=ended`);
}

export function useSessionWatch(): void {
  useEffect(() => {
    const checkNow = () => void check();
    const stopNews = onNewsElsewhere((news) => {
      if (news !== 'signed-out') return checkNow();
      forgetAll();
      setSessionState('ended');
    });
    addEventListener('focus', checkNow);
    const timer =
      idleSeconds === undefined
        ? undefined
        : setInterval(() => void leaveWhenEnded(), Math.min(idleSeconds, 60) * 1000);
    return () => {
      stopNews();
      removeEventListener('focus', checkNow);
      clearInterval(timer);
    };
  }, []);
  usePageRestored(() => void check());
}
