// The shape of every page: header, main, skyline, footer. Knows neither routes nor users.
import type { ReactNode } from 'react';
import { Footer, type FooterKind } from './footer.tsx';
import { Header } from './header.tsx';
import { Skyline } from './skyline.tsx';

type PageProps = {
  footer: FooterKind;
  /** This page in the other language. */
  switchHref: string;
  children: ReactNode;
};

export function Page({ footer, switchHref, children }: PageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header switchHref={switchHref} />
      <main
        className="w-full grow px-4 pt-5 pb-10 sm:px-6 lg:px-10 lg:pt-6"
        id="main"
        tabIndex={-1}
      >
        {children}
      </main>
      <Skyline />
      <Footer kind={footer} />
    </div>
  );
}
