// The narrow column of a page with one thing to do.
import type { ReactNode } from 'react';

type ColumnProps = {
  children: ReactNode;
  /**
   * A page that is short and stays as it is: it stands somewhat above the middle of what is left of the window
   * (style/base.css). Otherwise the top depends on the window alone, so that nothing moves when a message comes.
   */
  short?: boolean;
};

export function Column({ children, short = false }: ColumnProps) {
  const place = short ? 'w-full' : 'lg:pt-[clamp(1rem,40dvh-18rem,14rem)]';
  return (
    <div className={`mx-auto max-w-form ${place}`} data-short={short || undefined}>
      {children}
    </div>
  );
}
