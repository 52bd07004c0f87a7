// The error page by itself: what it replaces has taken the frame down with it, and may have been the frame.
import { ErrorPage } from './error-page.tsx';

export function CrashPage({ error, reference }: { error: unknown; reference: string }) {
  return (
    <main className="px-4 py-10 sm:px-6 lg:px-10" id="main">
      <ErrorPage error={error} reference={reference} />
    </main>
  );
}
