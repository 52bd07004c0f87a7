// How the user can sign in: password, passkeys, Diia and Google, each with what the user can change.

import { passwordPath } from '@brama/contract/paths';
import { Alert } from '@brama/ui/alert.tsx';
import { buttonClass } from '@brama/ui/button.tsx';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import { useQuery } from '@tanstack/react-query';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import Smartphone from 'lucide-react/icons/smartphone';
import { useEffect, useRef, useState } from 'react';
import { usePageProps } from '../../browser/page-props.ts';
import { type LinkResult, takeLinkResult } from '../../browser/storage/page-notes.ts';
import { errorWordsKey } from '../../i18n/error-words.ts';
import { Trans } from '../../i18n/trans.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { GoogleMark } from '../../ui/pictures/google-mark.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { GoogleAccount } from '../my-data/google/google-account.tsx';
import { googleLinkQuery } from '../my-data/google/google-link.ts';
import { useValueText } from '../my-data/profile-value.ts';
import { OtherSessions } from '../my-data/sessions/end-session.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { SecondaryEmail } from './secondary-email.tsx';
import { SetUpChip } from './set-up-chip.tsx';
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
  const { signInMethods, secondaryEmail, secondFactor } = usePageProps('account');
  return (
    <div className="divide-y divide-line">
      <FactorWait />
      <Password isSet={signInMethods.password} />
      {signInMethods.passkey === null ? null : <Passkeys onChange={onChange} />}
      {secondFactor === null ? null : <TwoStep state={secondFactor} />}
      {signInMethods.diia === null ? null : <Diia isKnown={signInMethods.diia} />}
      {signInMethods.google === null ? null : <Google onChange={onChange} />}
      {secondaryEmail === null ? null : <SecondaryEmail />}
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
    <div className="pb-4">
      <p className="rounded-control bg-sunken p-4">
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

function Password({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation(['account', 'profile']);
  return (
    <SettingRow
      action={
        <a className={buttonClass('secondary')} href={`/${useLanguage()}/${passwordPath}`}>
          {t(isSet ? 'profile:password.change' : 'account:password.create')}
        </a>
      }
      icon={<LockKeyhole aria-hidden="true" size={20} />}
      level={3}
      state={<SetUpChip isSet={isSet} />}
      title={t('profile:password.title')}
    >
      <p className="text-text-2">{t(isSet ? 'account:password.set' : 'account:password.none')}</p>
    </SettingRow>
  );
}

function Diia({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation('account');
  return (
    <SettingRow
      icon={<Smartphone aria-hidden="true" size={20} />}
      level={3}
      state={<SetUpChip isSet={isKnown} />}
      title={t('diia.title')}
    >
      <p className="text-text-2">{t(isKnown ? 'diia.ready' : 'diia.unknown')}</p>
    </SettingRow>
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
    <GoogleAccount
      icon={<GoogleMark size={18} />}
      level={3}
      link={link}
      onChange={onChange}
      onUnlinked={() => setUnlinked(true)}
      ref={place}
      state={<SetUpChip isSet={link.linked !== null} />}
      title={t('google.title')}
    >
      <div role="alert">
        {result && result !== 'linked' ? <GoogleNote result={result} /> : null}
      </div>
      {isUnlinked || result === 'linked' ? <OtherSessions onEnded={onChange} /> : null}
    </GoogleAccount>
  );
}
