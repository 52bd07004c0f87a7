// The password pages of a signed-in user: change it, choose a first one, confirm, and the result.

import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { OpenGate } from '@brama/ui/pictures/open-gate.tsx';
import LogOut from 'lucide-react/icons/log-out';
import type { ReactNode } from 'react';
import { signInAgainHref } from '../browser/address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { SignOutForm } from '../interaction/sign-out-form.tsx';
import { UserGate } from '../session/user-gate.tsx';
import { PasswordChoiceForm } from './password-choice-form.tsx';

// a missing session does not replace the page: the input stays, and the form shows the error
const ignore = () => undefined;

type SignedInColumnProps = { children: ReactNode; short?: boolean };

function SignedInColumn({ children, short = false }: SignedInColumnProps) {
  const { userHash } = usePageProps(
    'password',
    'password-set',
    'password-recent',
    'password-changed',
  );
  return (
    <UserGate onSignedOut={ignore} userHash={userHash}>
      <Column short={short}>{children}</Column>
    </UserGate>
  );
}

/** The heading, with the sign-out button next to it. */
function SignedInHeading({ children, lead }: { children: ReactNode; lead: string }) {
  const { t } = useTranslation('password');
  const { userHash } = usePageProps('password', 'password-set', 'password-changed');
  return (
    <>
      <div className="mb-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-[1_1_10rem]">
          <PageHead>{children}</PageHead>
        </div>
        <SignOutForm className="shrink-0" userHash={userHash}>
          <Button icon={<LogOut aria-hidden="true" size={18} />} look="secondary" type="submit">
            {t('sign-out')}
          </Button>
        </SignOutForm>
      </div>
      <p className="text-text-2">{lead}</p>
    </>
  );
}

/** Changes the password. */
export function Password() {
  const { t } = useTranslation('password');
  return (
    <SignedInColumn>
      <div className="mb-7">
        <SignedInHeading lead={t('password.text')}>{t('password.title')}</SignedInHeading>
      </div>
      <PasswordChoiceForm asksCurrent />
    </SignedInColumn>
  );
}

/** A user who has signed in without a password chooses a first one. */
export function PasswordSet() {
  const { t } = useTranslation('password');
  return (
    <SignedInColumn>
      <div className="mb-7">
        <SignedInHeading lead={t('password-set.text')}>{t('password-set.title')}</SignedInHeading>
      </div>
      <PasswordChoiceForm asksCurrent={false} />
    </SignedInColumn>
  );
}

/**
 * Shown when a user chooses a first password too long after signing in, or any password without the second factor. Leads to what is
 * missing, and back.
 */
export function PasswordRecent() {
  const { t } = useTranslation('password');
  const href = signInAgainHref(useLanguage(), 'password');
  const { missing } = usePageProps('password-recent');
  const words = missing === 'second-factor' ? 'password-confirm' : 'password-recent';
  return (
    <SignedInColumn short>
      <PageHead lead={t(`${words}.text`)}>{t(`${words}.title`)}</PageHead>
      <a className={`${buttonClass('primary')} mt-7`} href={href}>
        {t(`${words}.action`)}
      </a>
    </SignedInColumn>
  );
}

/** The password has been saved. */
export function PasswordChanged() {
  const { t } = useTranslation('password');
  return (
    <SignedInColumn short>
      <OpenGate className="mb-6" />
      <SignedInHeading lead={t('password-changed.text')}>
        {t('password-changed.title')}
      </SignedInHeading>
      <div className="mt-7">
        <a className={buttonClass('primary')} href={`/${useLanguage()}/apps`}>
          {t('password-changed.action')}
        </a>
      </div>
    </SignedInColumn>
  );
}
