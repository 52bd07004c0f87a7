// The error page by itself: what it replaces has taken the frame down with it, and may have been the frame.
import { BrokenFrame } from '../frame/errors/broken-frame.tsx';
import { ErrorPage } from './error-page.tsx';

export function CrashPage({ error, reference }: { error: unknown; reference: string }) {
  return (
    <BrokenFrame>
      <ErrorPage error={error} reference={reference} />
    </BrokenFrame>
  );
}
