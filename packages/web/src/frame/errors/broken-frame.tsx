// A minimal frame for the error page: only the main part and the footer links, because the error may come from the
// normal frame.
import type { ReactNode } from 'react';
import { FooterLinks } from '../page/footer-links.tsx';

export function BrokenFrame({ children }: { children: ReactNode }) {
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
