// Asks once, for the whole page, which applications it may speak of. Where there is no answer it speaks of none.
import { paths } from '@brama/contract/paths';
import type { KnownApplicationsAnswer } from '@brama/contract/user';
import { useEffect, useState } from 'react';
import { call } from '../api.ts';
import type { KnownApplications } from './known-applications.ts';

export function useKnownApplications(): KnownApplications {
  const [known, setKnown] = useState<KnownApplications>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    void call(paths.knownApplications, { failure: 'no known applications', signal }).then(
      (answer) => setKnown(answer as KnownApplicationsAnswer),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return known;
}
