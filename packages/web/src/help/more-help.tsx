// Further ways to help: the status page of the services, if the operator has configured one, and the button wizard.

import { textLink } from '@brama/ui/text-link.ts';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import { useInstance } from '../browser/instance.ts';
import { useScreenExists } from '../frame/navigation/screen-paths.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

function Topic({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-6 px-5 sm:px-6">
      <h2 className="font-semibold text-md" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function StatusTopic({ href }: { href: string }) {
  const { t } = useTranslation(['faq', 'common']);
  return (
    <Topic id="status" title={t('faq:status.title')}>
      <p className="mt-2 text-text-2">{t('faq:status.text')}</p>
      <a
        className={`${textLink} inline-flex min-h-11 items-center gap-2 font-medium`}
        href={href}
        rel="noopener noreferrer"
        target="_blank"
      >
        {t('faq:status.link')}
        <ExternalLink aria-hidden="true" className="shrink-0" size={18} />
        <span className="sr-only"> {t('common:links.new-tab')}</span>
      </a>
    </Topic>
  );
}

function DevelopersTopic() {
  const { t } = useTranslation('faq');
  const language = useLanguage();
  return (
    <Topic id="developers" title={t('developers.title')}>
      <p className="mt-2 text-text-2">{t('developers.text')}</p>
      <a
        className={`${textLink} inline-flex min-h-11 items-center font-medium`}
        href={`/${language}/button-wizard`}
      >
        {t('developers.link')}
      </a>
    </Topic>
  );
}

export function MoreHelp() {
  const { status } = useInstance();
  const hasWizard = useScreenExists('button-wizard');
  return (
    <>
      {status === undefined ? null : <StatusTopic href={status} />}
      {hasWizard ? <DevelopersTopic /> : null}
    </>
  );
}
