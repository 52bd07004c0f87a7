// The layout of pages on which a sign-in to an application ends: the reason and a link to continue.
import type { ReactNode } from 'react';
import { usePageProps } from '../browser/page-props.ts';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { buttonClass } from '../ui/button.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ClosedGate } from '../ui/pictures/closed-gate.tsx';
import { AskLink } from './ask-link.tsx';

type LeadProps = { of: 'no-access' | 'no-method' };

/** Explains why the user cannot continue to the application, and names the contact. */
export function ClosedLead({ of }: LeadProps) {
  const { t } = useTranslation('interaction');
  const { application, contact } = usePageProps('no-access', 'no-method');
  return (
    <Trans
      components={{ ask: <AskLink contact={contact} /> }}
      text={t(`${of}.text`)}
      values={{ app: application, whom: '' }}
    />
  );
}

type Props = { title: string; lead: ReactNode; action: string; children?: ReactNode };

/**
 * `children` are shown next to the link that continues. Without an address the user continues to the own applications: the
 * application would lead back to this page at once.
 */
export function ClosedPage({ title, lead, action, children }: Props) {
  const { t } = useTranslation('interaction');
  const appsAddress = `/${useLanguage()}/apps`;
  const { href } = usePageProps('no-access', 'no-method', 'request-over');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHeading lead={lead}>{title}</PageHeading>
      <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
        <a className={buttonClass('primary')} href={href || appsAddress}>
          {href === '' ? t('apps') : action}
        </a>
        {href !== '' && children}
      </div>
    </Column>
  );
}
