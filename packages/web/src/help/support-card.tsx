// The support contacts that the operator has configured: two bots and an address.

import { buttonClass } from '@brama/ui/button.tsx';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import { useInstance } from '../browser/instance.ts';
import { ContactLink } from '../frame/contact-link.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useTranslation } from '../i18n/use-translation.ts';

function Bot({ href, children }: { href: string | undefined; children: ReactNode }) {
  const { t } = useTranslation('common');
  if (href === undefined) return null;
  return (
    <a
      className={`${buttonClass('secondary')} w-full`}
      href={href}
      rel="noopener noreferrer"
      target="_blank"
    >
      <span className="inline-flex items-center gap-2.5">
        {children}
        <ExternalLink aria-hidden="true" className="shrink-0 text-muted" size={18} />
        <span className="sr-only"> {t('links.new-tab')}</span>
      </span>
    </a>
  );
}

export function SupportCard() {
  const { t } = useTranslation('faq');
  const { bots } = useInstance();
  return (
    <section
      aria-labelledby="support"
      className="rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <h2 className="font-semibold text-lg leading-snug tracking-tight" id="support" tabIndex={-1}>
        {t('support.title')}
      </h2>
      <p className="mt-2 text-text-2">{t('support.text')}</p>
      <div className="mt-4 grid gap-3 empty:hidden">
        <Bot href={bots.employees}>{t('support.employees')}</Bot>
        <Bot href={bots.students}>{t('support.students')}</Bot>
      </div>
      <p className="mt-4 text-text-2" data-contact-line="">
        <Trans
          components={{ contact: <ContactLink subject={t('support.subject')} /> }}
          text={t('support.contact')}
        />
      </p>
      <p className="mt-3 text-muted text-sm">{t('support.other')}</p>
    </section>
  );
}
