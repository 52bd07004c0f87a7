// The frame of every page of the console: its title, its head, and what follows.
import { PageHead } from '@brama/ui/page-head.tsx';
import { type ReactNode, useEffect } from 'react';
import { wordsOf } from '../i18n/words.ts';
import { focusNewPage } from '../navigation.ts';

type PageProps = {
  title: string;
  lead?: ReactNode;
  /** The primary action of the page. */
  action?: ReactNode;
  children: ReactNode;
};

export function Page({ title, lead, action, children }: PageProps) {
  const t = wordsOf('shell');
  const whole = t('page-title', { page: title });
  useEffect(() => {
    document.title = whole;
  }, [whole]);
  useEffect(focusNewPage, []);
  return (
    <>
      <PageHead action={action} lead={lead}>
        {title}
      </PageHead>
      <div className="mt-6 flex flex-col gap-8">{children}</div>
    </>
  );
}

type SectionProps = {
  title: string;
  id?: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

/** A part of a page, with a heading to which links lead. */
export function Section({ title, id, lead, action, children }: SectionProps) {
  return (
    <section aria-labelledby={id && `${id}-heading`} className="scroll-mt-4" id={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2
            className="font-semibold text-lg leading-snug tracking-tight"
            id={id && `${id}-heading`}
          >
            {title}
          </h2>
          {lead === undefined ? null : <p className="text-sm text-text-2">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
