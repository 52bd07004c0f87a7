// Asks the server whether a user is signed in, each time the page is shown. Unknown until the response.
import { paths } from '@brama/contract/paths';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { useCallback, useEffect, useState } from 'react';
import { call, isSignedOut } from '../browser/api.ts';
import { announce, onNewsElsewhere } from './session-broadcast.ts';

export type SignInCheck =
  | { kind: 'asking' }
  | { kind: 'signed-in' }
  | { kind: 'signed-out' }
  | { kind: 'failed'; error: unknown };

const timeoutMs = 15_000;

async function ask(signal: AbortSignal): Promise<SignInCheck> {
  try {
    await call(paths.user, { failure: 'Failed to authenticate', redirect: 'error', signal });
    return { kind: 'signed-in' };
  } catch (error) {
    return isSignedOut(error) ? { kind: 'signed-out' } : { kind: 'failed', error };
  }
}

export function useSignInCheck(): { check: SignInCheck; askAgain: () => void } {
  const [check, setCheck] = useState<SignInCheck>({ kind: 'asking' });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    const leaving = new AbortController();
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(timeoutMs)]);
    void ask(signal).then((answer) => {
      if (!leaving.signal.aborted) setCheck(answer);
    });
    return () => leaving.abort();
  }, [round]);

  const askAgain = useCallback(() => {
    setCheck({ kind: 'asking' });
    setRound((before) => before + 1);
  }, []);
  usePageRestored(askAgain);
  useEffect(() => onNewsElsewhere('signed-out', askAgain), [askAgain]);

  // a tab that waits for a confirmation may finish now, and then sends a message
  useEffect(() => {
    announce('came-back');
    return onNewsElsewhere('signed-in', askAgain);
  }, [askAgain]);

  return { check, askAgain };
}
