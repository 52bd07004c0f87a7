// The layout of both legal pages: summary, contents, sections and the date of the last change.

import type { Language } from '@brama/contract/paths';
import { Announcements } from '@brama/ui/announcements.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import type { ReactNode } from 'react';
import { AnchorLink } from '../frame/anchor-link.tsx';
import { BackLink } from '../frame/navigation/back-link.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

const dateLocales = { uk: 'uk-UA', en: 'en-GB' } as const;

/**
 * Formats a date: «21 листопада 2026 р.», “21 November 2026”. `day` is a calendar date such as `2026-11-21`, independent of the
 * reader’s time zone.
 */
export function longDate(day: string, language: Language): string {
  return new Intl.DateTimeFormat(dateLocales[language], {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(day));
}

export type LegalSection = { id: string; title: string; text: ReactNode };

type LegalPageProps = {
  title: string;
  /** The day of the last change, `2026-11-21`. */
  updated: string;
  summary: ReactNode;
  sections: readonly LegalSection[];
};

function Updated({ day }: { day: string }) {
  const { t } = useTranslation('legal');
  const language = useLanguage();
  const date = longDate(day, language);
  return (
    <p className="text-muted">
      <Trans
        // browsers write a date slightly differently than the build; the build's form stays
        components={{ date: <time dateTime={day} suppressHydrationWarning /> }}
        text={t('updated')}
        values={{ date }}
      />
    </p>
  );
}

function Contents({ sections }: Pick<LegalPageProps, 'sections'>) {
  const { t } = useTranslation('legal');
  return (
    <nav aria-labelledby="contents" className="lg:sticky lg:top-6 print:hidden">
      <h2 className="font-semibold text-ink" id="contents">
        {t('contents')}
      </h2>
      <ol className="mt-2">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a className={`${textLink} inline-flex min-h-8 items-center`} href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Section({ id, title, text }: LegalSection) {
  const { t } = useTranslation('legal');
  return (
    <section aria-labelledby={id} className="mt-9 first:mt-0">
      <div className="group flex items-center gap-1">
        <h2
          className="scroll-mt-4 font-semibold text-lg leading-snug tracking-tight"
          id={id}
          tabIndex={-1}
        >
          {title}
        </h2>
        <AnchorLink
          className="shrink-0"
          copied={t('copied')}
          id={id}
          label={t('copy', { title })}
        />
      </div>
      <div className="text-text-2">{text}</div>
    </section>
  );
}

export function LegalPage({ title, updated, summary, sections }: LegalPageProps) {
  const { t } = useTranslation('legal');
  return (
    <Announcements>
      <div className="mx-auto max-w-page">
        <BackLink />
        <PageHead>{title}</PageHead>
        <Updated day={updated} />
        <div className="mt-7 grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <section
            aria-labelledby="summary"
            className="max-w-prose rounded-card bg-brand-tint px-5 py-4 text-ink sm:px-6 sm:py-5 print:border print:border-line-strong"
          >
            <h2 className="mb-2 font-semibold" id="summary">
              {t('summary')}
            </h2>
            {summary}
          </section>
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <Contents sections={sections} />
          </div>
          <div className="max-w-prose">
            {sections.map((section) => (
              <Section key={section.id} {...section} />
            ))}
          </div>
        </div>
      </div>
    </Announcements>
  );
}
