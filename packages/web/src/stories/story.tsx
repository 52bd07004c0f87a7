// A group of stories, and one story with its caption.
import type { ReactNode } from 'react';

export function StoryGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-t py-8">
      <h2 className="mb-5 font-bold text-lg">{title}</h2>
      <div className="grid gap-x-6 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
    </section>
  );
}

export function Story({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 font-mono text-muted text-xs">{caption}</figcaption>
      {children}
    </figure>
  );
}
