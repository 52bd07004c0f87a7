// The layout of the pages that ask for a second factor: heading, user, the way to confirm, and other ways.
import { secondFactorPath } from '@brama/contract/paths';
import { recoveryPath } from '@brama/contract/recovery/paths';
import { recoveryCodePath } from '@brama/contract/second-factor/second-factor';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { type ReactNode, useEffect } from 'react';
import { usePageAddress } from '../browser/page-address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { useErrorTitle } from '../frame/navigation/use-page-title.ts';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { SignOutForm } from '../interaction/sign-out-form.tsx';
import { leaveIfSignedIn } from '../session/redirect-if-signed-in.ts';
import { onNewsElsewhere } from '../session/session-broadcast.ts';
import { UserGate } from '../session/user-gate.tsx';

const ignore = () => undefined;
const link = `${textLink} inline-flex min-h-11 items-center`;

function useVerification() {
  return usePageProps('second-factor', 'second-factor-recovery');
}

type VerifyPageProps = { title: string; lead: string; children: ReactNode };

export function VerifyPage({ title, lead, children }: VerifyPageProps) {
  const { isOver, isSignedIn, userHash, message } = useVerification();
  const language = useLanguage();
  useErrorTitle(title, message !== '' || isOver);
  // signed in from another tab: nothing waits for this page any more
  useEffect(() => {
    if (isSignedIn) return undefined;
    return onNewsElsewhere('signed-in', () => void leaveIfSignedIn(language));
  }, [isSignedIn, language]);
  const page = (
    <Column>
      {isOver ? (
        <Over />
      ) : (
        <>
          <div className="mb-5">
            <PageHead lead={lead}>{title}</PageHead>
            <Username />
          </div>
          {children}
          <Waiver />
          <Links />
        </>
      )}
    </Column>
  );
  if (!isSignedIn) return page;
  return (
    <UserGate onSignedOut={ignore} userHash={userHash}>
      {page}
    </UserGate>
  );
}

function Username() {
  const { t } = useTranslation('second-factor');
  const { username } = useVerification();
  const name = (
    <span className="font-medium text-ink wrap-anywhere" translate="no">
      {username}
    </span>
  );
  return (
    <p className="mt-2 text-sm text-text-2">
      <Trans components={{ name }} text={t('username')} />
    </p>
  );
}

/** After too many wrong codes the sign-in begins again. */
function Over() {
  const { t } = useTranslation('second-factor');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <div role="alert">
      <PageHead lead={t('over.text')}>{t('over.title')}</PageHead>
      <a className={`${buttonClass('primary')} mt-7`} href={`/${language}/${carried}`}>
        {t('over.action')}
      </a>
    </div>
  );
}

/** Continues without the second factor, where the application only asks for it. */
function Waiver() {
  const { t } = useTranslation('second-factor');
  const { continueHref } = useVerification();
  if (continueHref === '') return null;
  return (
    <form action={continueHref} className="mt-6" method="post">
      <p className="mb-3 text-text-2">{t('voluntary')}</p>
      <Button look="secondary" type="submit">
        {t('continue')}
      </Button>
    </form>
  );
}

function Links() {
  const { t } = useTranslation('second-factor');
  const language = useLanguage();
  const { carried, path } = usePageAddress();
  const { hasRecoveryCodes, isSignedIn, userHash } = useVerification();
  const to = (page: string) => `/${language}/${page}${carried}`;
  const isRecovery = path === recoveryCodePath;
  return (
    <nav aria-label={t('other-ways')} className="mt-6 flex flex-wrap items-center gap-x-6">
      {isRecovery ? (
        <a className={link} href={to(secondFactorPath)}>
          {t('use-app')}
        </a>
      ) : null}
      {hasRecoveryCodes && !isRecovery ? (
        <a className={link} href={to(recoveryCodePath)}>
          {t('use-recovery-code')}
        </a>
      ) : null}
      <a className={link} href={to(recoveryPath)}>
        {t('trouble')}
      </a>
      {isSignedIn ? (
        <SignOutForm userHash={userHash}>
          <button className={`${link} cursor-pointer`} type="submit">
            {t('sign-out')}
          </button>
        </SignOutForm>
      ) : (
        <a className={link} href={to('')}>
          {t('another-user')}
        </a>
      )}
    </nav>
  );
}
