// The content of the applications page: greeting, sign-out, applications and “My data”.

import { fullNameIn } from '@brama/contract/api/full-name';
import { accountPath } from '@brama/contract/pages/account/sections';
import type { MissingApplication } from '@brama/contract/pages/apps-page';
import { Alert } from '@brama/ui/alert.tsx';
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { type ReactNode, useState } from 'react';
import { withSubject } from '../browser/address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { AskLink } from '../frame/ask-link.tsx';
import { Reference } from '../frame/errors/reference.tsx';
import { ScriptFailure } from '../frame/errors/script-failure.tsx';
import { ForeignText } from '../frame/foreign-text.tsx';
import { useErrorTitle } from '../frame/navigation/use-page-title.ts';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useUser } from '../session/use-user.ts';
import { loadedAppList } from './applications/loaded-app-list.tsx';
import { MyDataDialog } from './my-data/my-data-dialog.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** `missing`: what the address names and the list does not have. */
export function Applications({ missing }: { missing: MissingApplication | undefined }) {
  const { t } = useTranslation('apps');
  useErrorTitle(t('page-title'), missing !== undefined);
  const fullName = fullNameIn(useLanguage(), useUser());
  const hasApplications = usePageProps('apps').portal.count > 0;
  const [open, setOpen] = useState(false);
  const components = { data: <OpenMyData onOpen={() => setOpen(true)} /> };
  return (
    <div className="mx-auto max-w-page">
      <div className="@container mb-7">
        <div className="apps-head">
          <PageHead lead={<Trans components={components} text={t('description')} />}>
            <span className="greeting" title={fullName}>
              {t('greeting')} <ForeignText>{fullName}</ForeignText>
            </span>
          </PageHead>
          <SignOutButton />
        </div>
      </div>
      {/* applications and sign-out also work without scripts */}
      <ScriptFailure>{null}</ScriptFailure>
      <div className="mb-5 empty:hidden" role="alert">
        {missing && <NotListed hasOthers={hasApplications} missing={missing} />}
      </div>
      {hasApplications ? loadedAppList : <NoApplications />}
      <MyDataDialog onClose={() => setOpen(false)} open={open} />
    </div>
  );
}

/** Says why the application of the address is not in the list, and whom to ask. */
function NotListed({
  missing: { title: app = '', reason, contact, reference },
  hasOthers,
}: {
  missing: MissingApplication;
  hasOthers: boolean;
}) {
  const { t } = useTranslation('apps');
  const title = app === '' ? t('redirect-error.title') : t('redirect-error.named', { app });
  const href = withSubject(contact.href, `${title} (${reference})`);
  const ask = <AskLink contact={{ ...contact, href }} />;
  return (
    <Alert kind="warning" title={title}>
      <p className="wrap-anywhere">
        <Trans components={{ ask }} text={t(`redirect-error.${reason}`)} values={{ whom: '' }} />{' '}
        {hasOthers && t('redirect-error.next')}
      </p>
      <Reference className="mt-1.5" id={reference} />
    </Alert>
  );
}

/** Opens “My data”: a button, or without JavaScript a link to the account page. */
function OpenMyData({ onOpen, children }: { onOpen: () => void; children?: ReactNode }) {
  // a click would be lost
  const disabled = useIsBeforeHydration();
  const language = useLanguage();
  return (
    <>
      <button
        aria-haspopup="dialog"
        className={`with-script ${textLink}`}
        disabled={disabled}
        onClick={onOpen}
        type="button"
      >
        {children}
      </button>
      <noscript>
        <a className={textLink} href={`/${language}/${accountPath}`}>
          {children}
        </a>
      </noscript>
    </>
  );
}

function NoApplications() {
  const { t } = useTranslation('apps');
  const language = useLanguage();
  return (
    <div role="status">
      <EmptyState
        action={
          <a className={buttonClass('primary')} href={`/${language}/faq`}>
            {t('no-apps-error.action')}
          </a>
        }
        title={t('no-apps-error.title')}
      >
        <p>{t('no-apps-error.text')}</p>
      </EmptyState>
    </div>
  );
}
