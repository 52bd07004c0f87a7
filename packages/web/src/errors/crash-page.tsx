// The error page in a minimal frame, for errors that may come from the normal frame.
import type { ReactNode } from 'react';
import { FooterLinks } from '../frame/page/footer-links.tsx';
import { ErrorPage } from './error-page.tsx';

/** Only the main part and the footer links. */
function BrokenFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="grow px-4 py-10 sm:px-6 lg:px-10" id="main">
        {children}
      </main>
      <footer className="border-line border-t bg-sunken px-4 py-4 text-sm sm:px-6 lg:px-10">
        <FooterLinks />
      </footer>
    </div>
  );
}

export function CrashPage({ error, reference }: { error: unknown; reference: string }) {
  return (
    <BrokenFrame>
      <ErrorPage error={error} reference={reference} />
    </BrokenFrame>
  );
}
