// Fetches the applications that the page may name, and again after a sign-in or sign-out in another tab. Without a
// reply the page names none.

import type { KnownApplicationsResponse } from '@brama/contract/api/user';
import { paths } from '@brama/contract/paths';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../browser/api.ts';
import { onNewsElsewhere } from '../../session/session-broadcast.ts';
import { usePageRestored } from '../../ui/hooks/use-page-restored.ts';
import type { KnownApplications } from './known-applications.ts';

export function useKnownApplications(): KnownApplications {
  const [known, setKnown] = useState<KnownApplications>();
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    void call(paths.knownApplications, { failure: 'no known applications', signal }).then(
      (answer) => setKnown(answer as KnownApplicationsResponse),
      () => undefined,
    );
    return () => leaving.abort();
  }, [round]);

  const askAgain = useCallback(() => {
    // the sandbox is public; the rest belonged to the user who signed out
    setKnown((before) => before && { ...before, own: [] });
    setRound((before) => before + 1);
  }, []);
  usePageRestored(askAgain);
  useEffect(() => onNewsElsewhere('signed-out', askAgain), [askAgain]);
  useEffect(() => onNewsElsewhere('signed-in', askAgain), [askAgain]);
  return known;
}
