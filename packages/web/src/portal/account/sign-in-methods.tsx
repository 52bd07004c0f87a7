// How the user can sign in: password, passkeys, Diia and Google, each with what the user can change.

import { passwordPath } from '@brama/contract/paths';
import { Alert } from '@brama/ui/alert.tsx';
import { buttonClass } from '@brama/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { usePageProps } from '../../browser/page-props.ts';
import { type LinkResult, takeLinkResult } from '../../browser/storage/page-notes.ts';
import { errorWordsKey } from '../../i18n/error-words.ts';
import { Trans } from '../../i18n/trans.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { GoogleAccount } from '../my-data/google/google-account.tsx';
import { googleLinkQuery } from '../my-data/google/google-link.ts';
import { entryAction, entryText, listEntry } from '../my-data/list-section.tsx';
import { useValueText } from '../my-data/profile-value.ts';
import { OtherSessions } from '../my-data/sessions/end-session.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { SecondaryEmail } from './secondary-email.tsx';
import { TwoStep } from './two-step.tsx';

/** Shows that a Google account was not linked, after the user returns from Google. */
function GoogleNote({ result }: { result: Exclude<LinkResult, 'linked'> }) {
  const { t } = useTranslation(['profile', 'errors', 'common']);
  const texts = {
    failed: () => t('profile:google.failed'),
    'linked-elsewhere': () => t(`errors:${errorWordsKey('google.linked-elsewhere')}`),
    'not-recent': () => t(`errors:${errorWordsKey('session.not-recent')}`),
    'second-factor-missing': () => t(`errors:${errorWordsKey('session.second-factor-missing')}`),
  };
  return (
    <div className="mb-4">
      <Alert kind="error" prefix={t('common:error-prefix')} title={t('profile:google.not-linked')}>
        <p>{texts[result]()}</p>
      </Alert>
    </div>
  );
}

export function SignInMethods({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation('account');
  const { signInMethods, secondaryEmail, secondFactor } = usePageProps('account');
  return (
    <div className="divide-y divide-line">
      <FactorWait />
      <Password isSet={signInMethods.password} />
      {signInMethods.passkey === null ? null : (
        <Method title={t('passkeys.title')}>
          <Passkeys onChange={onChange} />
        </Method>
      )}
      {secondFactor === null ? null : (
        <Method title={t('two-step.title')}>
          <TwoStep state={secondFactor} />
        </Method>
      )}
      {signInMethods.diia === null ? null : <Diia isKnown={signInMethods.diia} />}
      {signInMethods.google === null ? null : <Google onChange={onChange} />}
      {secondaryEmail === null ? null : (
        <Method title={t('secondary-email.title')}>
          <SecondaryEmail />
        </Method>
      )}
    </div>
  );
}

/** Says from when new second factors count, if they do not yet. */
function FactorWait() {
  const { t } = useTranslation('account');
  const { newFactorsCountFrom: from, signInMethods } = usePageProps('account');
  const text = useValueText();
  if (from === null) return null;
  return (
    <div className={`${listEntry} first:pt-0`}>
      <p className="w-full rounded-control bg-sunken p-4">
        <Trans
          components={{ time: <time dateTime={from} /> }}
          text={t('factors-wait.text')}
          values={{ when: text(from) }}
        />{' '}
        {t(signInMethods.diia ? 'factors-wait.diia' : 'factors-wait.support')}
      </p>
    </div>
  );
}

type MethodProps = { title: string; children: ReactNode; ref?: Ref<HTMLDivElement> };

function Method({ title, children, ref }: MethodProps) {
  return (
    <div className={`${listEntry} first:pt-0`} ref={ref}>
      <h3 className="mb-1 w-full font-semibold text-md">{title}</h3>
      {children}
    </div>
  );
}

function Password({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation(['account', 'profile']);
  return (
    <Method title={t('profile:password.title')}>
      <p className={`${entryText} text-text-2`}>
        {t(isSet ? 'account:password.set' : 'account:password.none')}
      </p>
      <a
        className={`${buttonClass('secondary')} ${entryAction} print:hidden`}
        href={`/${useLanguage()}/${passwordPath}`}
      >
        {t(isSet ? 'profile:password.change' : 'account:password.create')}
      </a>
    </Method>
  );
}

function Diia({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation('account');
  return (
    <Method title={t('diia.title')}>
      <p className="text-text-2">{t(isKnown ? 'diia.ready' : 'diia.unknown')}</p>
    </Method>
  );
}

/** Returns the result of linking an account, after the user has returned from Google. */
function useLinkResult(): LinkResult | undefined {
  const { t } = useTranslation('profile');
  const [result, setResult] = useState<LinkResult>();
  // after hydration, because the server does not know the note
  useEffect(() => {
    const left = takeLinkResult();
    setResult(left);
    if (left === 'linked') showToast({ kind: 'success', title: t('google.linked') }, left);
  }, [t]);
  return result;
}

function Google({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation('profile');
  const { data: link } = useQuery(googleLinkQuery);
  const [isUnlinked, setUnlinked] = useState(false);
  const result = useLinkResult();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the address leads to the section, whose start may be a screen above
    if (result) place.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  if (!link) return null;
  return (
    <Method ref={place} title={t('google.title')}>
      <div className="w-full" role="alert">
        {result && result !== 'linked' ? <GoogleNote result={result} /> : null}
      </div>
      <GoogleAccount link={link} onChange={onChange} onUnlinked={() => setUnlinked(true)} />
      {isUnlinked || result === 'linked' ? <OtherSessions onEnded={onChange} /> : null}
    </Method>
  );
}
