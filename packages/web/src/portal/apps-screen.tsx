// The applications of the user. Opens one of them when the address names it.

import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withoutCarried } from '../browser/address.ts';
import { useUser } from '../session/user-query.ts';
import { usePageRestored } from '../ui/hooks/use-page-restored.ts';
import { Applications } from './applications.tsx';
import { AppsSkeleton } from './apps-skeleton.tsx';
import { readAutoOpen } from './auto-open.ts';
import { OpeningApp } from './opening-app.tsx';

export const Skeleton = AppsSkeleton;

export function Screen() {
  const { applications, userHash } = useUser();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [autoOpen, setAutoOpen] = useState(() => readAutoOpen(search, applications, userHash));
  const handled = useRef(false);

  useEffect(() => {
    if (autoOpen.kind === 'plain' || handled.current) return;
    handled.current = true;
    const leave = async () => {
      // removed first, so that a reload or Back does not open the application again
      await navigate({ search: withoutCarried(location.search) }, { replace: true });
      if (autoOpen.kind === 'opening') location.replace(autoOpen.href);
    };
    void leave();
  }, [autoOpen, navigate]);

  usePageRestored(() => setAutoOpen({ kind: 'plain' }));

  if (autoOpen.kind === 'opening')
    return <OpeningApp href={autoOpen.href} title={autoOpen.application?.title} />;
  return <Applications unknown={autoOpen.kind === 'unknown'} />;
}
