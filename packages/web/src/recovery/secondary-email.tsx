// The page on which a signed-in user adds, replaces and removes the secondary email address. Plain forms, with and without
// JavaScript.

import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { userHashParameter } from '@brama/contract/paths';
import { secondaryEmailPath } from '@brama/contract/recovery/paths';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { Field } from '@brama/ui/field.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { type ReactNode, useState } from 'react';
import { signInAgainHref } from '../browser/address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { FormMessage } from '../frame/form-message.tsx';
import { useErrorTitle } from '../frame/navigation/use-page-title.ts';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { UserGate } from '../session/user-gate.tsx';
import { Address } from '../ui/address.tsx';

// a missing session does not replace the page: the server answers the form with the sign-in page
const ignore = () => undefined;

export function Screen() {
  const { t } = useTranslation('recovery');
  const { message, userHash, isRecent } = usePageProps('secondary-email');
  const language = useLanguage();
  useErrorTitle(t('secondary-email.title'), message !== '');
  return (
    <UserGate onSignedOut={ignore} userHash={userHash}>
      <Column>
        <div className="mb-7">
          <PageHead lead={t('secondary-email.text')}>{t('secondary-email.title')}</PageHead>
        </div>
        <FormMessage message={message} title={t('secondary-email.not-added')} />
        <State />
        {isRecent ? <Change /> : <ConfirmFirst />}
        <p className="mt-5">
          <a
            className={`${textLink} inline-flex min-h-11 items-center`}
            href={`/${language}/${accountSectionPath('sign-in-methods')}`}
          >
            {t('secondary-email.back')}
          </a>
        </p>
      </Column>
    </UserGate>
  );
}

function State() {
  const { t } = useTranslation('recovery');
  const { email, state, usableFrom: day } = usePageProps('secondary-email');
  if (state === 'none' || email === null) return null;
  return (
    <>
      <p className="mb-6 wrap-anywhere" data-state={state}>
        <Trans
          components={{ email: <Address>{email}</Address> }}
          text={t(`secondary-email.states.${state}`)}
          values={{ day }}
        />
      </p>
      <Next />
    </>
  );
}

/** The address that is to replace the present one. */
function Next() {
  const { t } = useTranslation('recovery');
  const { next, isRecent } = usePageProps('secondary-email');
  if (next === null) return null;
  const { email, state, usableFrom: day } = next;
  return (
    <div className="mb-6">
      <p className="mb-3 wrap-anywhere" data-next={state}>
        <Trans
          components={{ email: <Address>{email}</Address> }}
          text={t(`secondary-email.next.${state === 'waiting' ? 'waiting' : 'unconfirmed'}`)}
          values={{ day }}
        />
      </p>
      {isRecent ? <Remove email={email} label={t('secondary-email.next.cancel')} /> : null}
    </div>
  );
}

function Remove({ email, label }: { email: string; label: string }) {
  return (
    <OwnForm path={`${secondaryEmailPath}/remove`}>
      {(sent) => (
        <>
          <input name="email" type="hidden" value={email} />
          <Button look="secondary" pending={sent} type="submit">
            {label}
          </Button>
        </>
      )}
    </OwnForm>
  );
}

/** A form that names the signed-in user, so that the server can refuse it after a change of the user. */
function OwnForm({ path, children }: { path: string; children: (sent: boolean) => ReactNode }) {
  const { userHash } = usePageProps('secondary-email');
  const [sent, setSent] = useState(false);
  usePageRestored(() => setSent(false));
  return (
    <form action={`/${useLanguage()}/${path}`} method="post" onSubmit={() => setSent(true)}>
      <input name={userHashParameter} type="hidden" value={userHash} />
      {children(sent)}
    </form>
  );
}

function Change() {
  const { t } = useTranslation('recovery');
  const { email, state, next, typed } = usePageProps('secondary-email');
  return (
    <>
      <OwnForm path={secondaryEmailPath}>
        {(sent) => (
          <>
            <Field
              autoComplete="email"
              defaultValue={typed}
              hint={t(state === 'usable' ? 'secondary-email.next.hint' : 'secondary-email.hint')}
              id="email"
              label={t(email === null ? 'secondary-email.label' : 'secondary-email.replace')}
              maxLength={254}
              name="email"
              readOnly={sent}
              required
              spellCheck={false}
              type="email"
            />
            <Button className="mt-6 min-h-13 w-full" look="primary" pending={sent} type="submit">
              {t('secondary-email.add')}
            </Button>
          </>
        )}
      </OwnForm>
      {email === null ? null : (
        <div className="mt-5 border-line border-t pt-5">
          <Remove
            email={email}
            label={t(
              next === null ? 'secondary-email.remove' : 'secondary-email.next.remove-former',
            )}
          />
        </div>
      )}
    </>
  );
}

function ConfirmFirst() {
  const { t } = useTranslation('recovery');
  const needsFactor = usePageProps('secondary-email').missing === 'second-factor';
  return (
    <>
      <p className="mb-4 text-text-2">
        {t(needsFactor ? 'secondary-email.confirm.text' : 'secondary-email.not-recent')}
      </p>
      <a className={buttonClass('secondary')} href={signInAgainHref(useLanguage(), 'account')}>
        {t(needsFactor ? 'secondary-email.confirm.action' : 'secondary-email.sign-in-again')}
      </a>
    </>
  );
}
