// The content of the applications page: greeting, sign-out, applications and “My data”.

import { fullNameIn } from '@brama/contract/api/full-name';
import { accountPath } from '@brama/contract/pages/account/sections';
import { Alert } from '@brama/ui/alert.tsx';
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { type ReactNode, useState } from 'react';
import { usePageProps } from '../browser/page-props.ts';
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

/** `unknown`: the address names an application that the user may not open. */
export function Applications({ unknown }: { unknown: boolean }) {
  const { t } = useTranslation('apps');
  useErrorTitle(t('page-title'), unknown);
  const fullName = fullNameIn(useLanguage(), useUser());
  const hasApplications = usePageProps('apps').portal.count > 0;
  const [open, setOpen] = useState(false);
  const components = { data: <OpenMyData onOpen={() => setOpen(true)} /> };
  return (
    <div className="mx-auto max-w-page">
      <div className="mb-7 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-[1_1_17rem] wrap-break-word">
          <PageHead lead={<Trans components={components} text={t('description')} />}>
            {t('greeting')}{' '}
            <span className="block">
              <ForeignText>{fullName}</ForeignText>
            </span>
          </PageHead>
        </div>
        <SignOutButton />
      </div>
      {/* applications and sign-out also work without scripts */}
      <ScriptFailure>{null}</ScriptFailure>
      <div className="mb-5 empty:hidden" role="alert">
        {unknown ? (
          <Alert kind="warning" title={t('redirect-error.title')}>
            <p>
              {t('redirect-error.text')} {hasApplications && t('redirect-error.next')}
            </p>
          </Alert>
        ) : null}
      </div>
      {hasApplications ? loadedAppList : <NoApplications />}
      <MyDataDialog onClose={() => setOpen(false)} open={open} />
    </div>
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
