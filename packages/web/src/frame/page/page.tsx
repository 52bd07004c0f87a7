// The layout of every page: header, main part, picture and footer. It does not depend on routes or users.
import type { ReactNode } from 'react';
import { Connection } from './connection.tsx';
import { Footer, type FooterKind } from './footer.tsx';
import { Header } from './header.tsx';
import { Skyline } from './skyline.tsx';

type PageFrameProps = {
  footer: FooterKind;
  /** The account menu. */
  menu?: ReactNode;
  children: ReactNode;
};

export function Page({ footer, menu, children }: PageFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header>{menu}</Header>
      <Connection />
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
