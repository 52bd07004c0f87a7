// A collapsed group of fields. Opens without JavaScript.
import { ChevronRight } from '@brama/ui/icons/chevron-right.ts';
import type { ReactNode } from 'react';

export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="question border-line border-t">
      <summary className="flex min-h-13 items-center gap-2 rounded-chip py-2 font-semibold text-ink leading-snug hover:text-brand">
        <ChevronRight aria-hidden="true" className="chevron shrink-0 text-muted" size={20} />
        {title}
      </summary>
      <div className="grid gap-5 pt-2 pb-5">{children}</div>
    </details>
  );
}
