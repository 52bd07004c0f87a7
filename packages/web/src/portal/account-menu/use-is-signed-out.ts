// Returns true once the session of the user has ended, or another user has signed in, in another tab. Also checks the
// session when Back restores a page, and on a shared computer every minute.
import type { AccountMenu } from '@brama/contract/pages/account/menu';
import { paths } from '@brama/contract/paths';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { useEffect, useState } from 'react';
import { signInHref } from '../../browser/address.ts';
import { call, isSignedOut } from '../../browser/api.ts';
import { onRefusal } from '../../browser/refusals.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { onNewsElsewhere } from '../../session/session-broadcast.ts';

const timeoutMs = 15_000;

async function isSessionOf(userHash: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await call(paths.session, { failure: 'Failed to check the session', signal });
    return (answer as { userHash: string }).userHash === userHash;
  } catch (error) {
    // without a connection the menu stays
    return !isSignedOut(error);
  }
}

/** On a shared computer the page leaves soon after the session has ended, because it shows the data of its user. */
function useLeaveWhenIdle({ userHash, idleSeconds }: AccountMenu): void {
  const language = useLanguage();
  useEffect(() => {
    if (idleSeconds === undefined) return;
    const leave = (isIn: boolean) => isIn || location.replace(signInHref(language, '', true));
    const check = () => void isSessionOf(userHash).then(leave);
    const timer = setInterval(check, Math.min(idleSeconds, 60) * 1000);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [userHash, idleSeconds, language]);
}

export function useIsSignedOut(account: AccountMenu): boolean {
  useLeaveWhenIdle(account);
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    const stops = [
      onNewsElsewhere('signed-out', () => setOut(true)),
      onRefusal('session.user-changed', () => setOut(true)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  usePageRestored(() => void isSessionOf(account.userHash).then((isIn) => setOut(!isIn)));
  return isOut;
}
