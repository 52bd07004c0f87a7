// The form for choosing a password. Without JavaScript it posts to the page's own address; with JavaScript each error
// appears at its field.
import { userHashParameter } from '@brama/contract/paths';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { usePageProps } from '../browser/page-props.ts';
import { useErrorTitle } from '../frame/navigation/use-error-title.ts';
import { PasswordField } from '../frame/password-field.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { textLink } from '../ui/text-link.ts';
import { type SaveFailure, savePassword } from './password-calls.ts';
import { PasswordError } from './password-error.tsx';

/** `asksCurrent`: there is a password already. */
export function PasswordChoiceForm({ asksCurrent }: { asksCurrent: boolean }) {
  const { t } = useTranslation(['password', 'common']);
  const language = useLanguage();
  const { message, minLength, username, userHash } = usePageProps('password', 'password-set');
  const least = t('characters', { count: minLength });
  const current = useRef<HTMLInputElement>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const trouble = useRef<HTMLDivElement>(null);
  const [interactive, setInteractive] = useState(false);
  const [visible, setVisible] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<SaveFailure>();

  useEffect(() => setInteractive(true), []);
  useErrorTitle(t(`${asksCurrent ? 'password' : 'password-set'}.title`), failure !== undefined);

  /** Moves focus to the field in error, and empties it only if its content cannot be corrected by sight. */
  const lead = ({ reason }: SaveFailure) => {
    if (reason === 'wrong' && current.current) current.current.value = '';
    const place = { wrong: current, refused: chosen, throttled: trouble, other: trouble }[reason];
    place.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending || !chosen.current) return;
    setVisible(false);
    setPending(true);
    const currentPassword = current.current?.value;
    const newPassword = chosen.current.value;
    const failed = await savePassword({
      newPassword,
      ...(currentPassword !== undefined && { currentPassword }),
    });
    // replaced: Back leads to where the user came from, and not to a form already used
    if (!failed) return location.replace(`${location.pathname}/changed`);
    // the page knows the way through signing in, and back to here
    if (failed.reason === 'sign-in') return location.reload();
    flushSync(() => {
      setPending(false);
      setFailure(failed);
    });
    lead(failed);
  };

  const errorPrefix = t('common:error-prefix');
  const field = { interactive, visible, readOnly: pending, errorPrefix, className: 'mb-5' };
  return (
    <>
      <PasswordError failure={failure} message={message} ref={trouble} />
      <form aria-busy={pending} method="post" onSubmit={(event) => void submit(event)}>
        <input name={userHashParameter} type="hidden" value={userHash} />
        <input
          autoComplete="username"
          defaultValue={username}
          hidden
          name="username"
          readOnly
          type="text"
        />
        {asksCurrent ? (
          <PasswordField
            {...field}
            error={failure?.reason === 'wrong' ? t('wrong') : undefined}
            id="current-password"
            label={t('current')}
            name="currentPassword"
            onToggle={() => setVisible(!visible)}
            ref={current}
          />
        ) : null}
        <PasswordField
          {...field}
          error={
            failure?.reason === 'refused' ? t(`faults.${failure.fault}`, { least }) : undefined
          }
          hint={t('hint', { least })}
          id="new-password"
          label={t('new')}
          name="newPassword"
          onToggle={() => setVisible(!visible)}
          ref={chosen}
        />
        <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button look="primary" pending={pending} pendingLabel={t('submitting')} type="submit">
            {t('submit')}
          </Button>
          <a className={`${textLink} inline-flex min-h-11 items-center`} href={`/${language}/apps`}>
            {t(asksCurrent ? 'cancel' : 'not-now')}
          </a>
        </div>
      </form>
    </>
  );
}
