// What stands around the error page where the frame itself may be what broke: nothing but main and the links of
// the footer.
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
