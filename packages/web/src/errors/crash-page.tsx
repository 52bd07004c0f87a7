// The error page in a minimal frame, for errors that may come from the normal frame.
import { BrokenFrame } from '../frame/errors/broken-frame.tsx';
import { ErrorPage } from './error-page.tsx';

export function CrashPage({ error, reference }: { error: unknown; reference: string }) {
  return (
    <BrokenFrame>
      <ErrorPage error={error} reference={reference} />
    </BrokenFrame>
  );
}
