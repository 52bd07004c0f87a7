// Fetches the applications that the page may name, and finds the one of an id: the sandbox and the user’s own applications.

import type { KnownApplicationsResponse } from '@brama/contract/api/user';
import { normalizeAppId } from '@brama/contract/app-id';
import { paths } from '@brama/contract/paths';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../browser/api.ts';
import { onNewsElsewhere } from '../../session/session-broadcast.ts';

/** Undefined until the server has replied. */
export type KnownApplications = KnownApplicationsResponse | undefined;

export type Recognised = { kind: 'sandbox' | 'own'; title: string };

export function recognise(appId: string, known: KnownApplications): Recognised | undefined {
  const id = normalizeAppId(appId.trim());
  const { sandbox, own } = known ?? { sandbox: null, own: [] };
  if (sandbox && sandbox.id === id) return { kind: 'sandbox', title: sandbox.title };
  const found = own.find((one) => one.id === id);
  return found && { kind: 'own', title: found.title };
}

/**
 * Fetches the applications that the page may name, and again after a sign-in or sign-out in another tab. Without a reply the page names
 * none.
 */
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
