// The pages for requests of applications that cannot continue: without access, without a method, or expired.

import { buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import type { ReactNode } from 'react';
import { usePageProps } from '../browser/page-props.ts';
import { AskLink } from '../frame/ask-link.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { AppsLink } from '../interaction/apps-link.tsx';

type LeadProps = { of: 'no-access' | 'no-method' };

/** Explains why the user cannot continue to the application, and names the contact. */
function ClosedLead({ of }: LeadProps) {
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
function ClosedPage({ title, lead, action, children }: Props) {
  const { t } = useTranslation('interaction');
  const appsAddress = `/${useLanguage()}/apps`;
  const { href } = usePageProps('no-access', 'no-method', 'request-over');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHead lead={lead}>{title}</PageHead>
      <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
        <a className={buttonClass('primary')} href={href || appsAddress}>
          {href === '' ? t('apps') : action}
        </a>
        {href !== '' && children}
      </div>
    </Column>
  );
}

/** The user is signed in without access to the application. The button returns an error to the application. */
export function NoAccess() {
  const { t } = useTranslation('interaction');
  return (
    <ClosedPage
      action={t('no-access.action')}
      lead={<ClosedLead of="no-access" />}
      title={t('no-access.title')}
    >
      <AppsLink />
    </ClosedPage>
  );
}

/**
 * The application accepts only sign-in methods that are off on this instance. The page names a contact; its button returns an error to
 * the application.
 */
export function NoMethod() {
  const { t } = useTranslation('interaction');
  return (
    <ClosedPage
      action={t('no-method.action')}
      lead={<ClosedLead of="no-method" />}
      title={t('no-method.title')}
    />
  );
}

/** The request has expired. The button starts the sign-in to the application again. */
export function RequestOver() {
  const { t } = useTranslation('interaction');
  return (
    <ClosedPage
      action={t('request-over.action')}
      lead={t('request-over.text')}
      title={t('request-over.title')}
    >
      <AppsLink />
    </ClosedPage>
  );
}
