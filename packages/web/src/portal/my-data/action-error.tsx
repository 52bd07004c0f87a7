// Shows why a requested action failed. The live region exists before its text, so that screen readers announce it.

import { useEffect, useRef } from 'react';
import { FailureAlert } from '../../frame/errors/failure-alert.tsx';

export function ActionError({ error, title }: { error: unknown; title: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <div className="mb-4 empty:hidden" ref={place} role="alert">
      {error ? <FailureAlert error={error} title={title} /> : null}
    </div>
  );
}
