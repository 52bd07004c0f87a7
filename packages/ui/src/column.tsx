// The narrow column of a page with one task.
import type { ReactNode } from 'react';

type ColumnProps = {
  children: ReactNode;
  /**
   * For short pages that do not change: placed somewhat above the middle of the window (style/base.css). Otherwise
   * the top depends on the window alone, so that a message does not shift the page.
   */
  short?: boolean;
};

export function Column({ children, short = false }: ColumnProps) {
  const place = short ? 'w-full' : 'lg:pt-[clamp(0rem,40dvh-18rem,14rem)]';
  return (
    <div className={`mx-auto max-w-form ${place}`} data-short={short || undefined}>
      {children}
    </div>
  );
}
