// The narrow column of a page with one thing to do, somewhat above the middle of large windows. Its top
// depends on the window alone: nothing moves when a message comes.
import type { ReactNode } from 'react';

export function Column({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-form lg:pt-[clamp(1rem,40dvh-18rem,14rem)]">{children}</div>;
}
