// The form for choosing a password. Without JavaScript it posts to the page's own address; with JavaScript each error
// appears at its field.
import { userHashParameter } from '@brama/contract/paths';
import { Button } from '@brama/ui/button.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePageProps } from '../browser/page-props.ts';
import { useErrorTitle } from '../frame/navigation/use-page-title.ts';
import { PasswordField } from '../frame/password-field.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { type SaveFailure, savePassword } from './password-calls.ts';
import { PasswordError } from './password-error.tsx';

/** Saves the password of the form, and moves focus to the field in error. */
function useSaving() {
  const current = useRef<HTMLInputElement>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<SaveFailure>();

  /**
   * Moves focus to the error. Empties the current password if it was wrong, because the user cannot see what to
   * correct.
   */
  const focusError = ({ reason }: SaveFailure) => {
    if (reason === 'wrong' && current.current) current.current.value = '';
    const place = { wrong: current, refused: chosen, throttled: message, other: message }[reason];
    place.current?.focus();
  };

  const save = async () => {
    if (pending || !chosen.current) return;
    setPending(true);
    const currentPassword = current.current?.value;
    const newPassword = chosen.current.value;
    const failed = await savePassword({
      newPassword,
      ...(currentPassword !== undefined && { currentPassword }),
    });
    // `replace`, so that Back does not lead to the submitted form
    if (!failed) return location.replace(`${location.pathname}/changed`);
    // the reloaded page leads through the sign-in and back
    if (failed.reason === 'sign-in') return location.reload();
    flushSync(() => {
      setPending(false);
      setFailure(failed);
    });
    focusError(failed);
  };

  return { refs: { current, chosen, message }, pending, failure, save };
}

/** `asksCurrent`: the user has a password and must enter it. */
export function PasswordChoiceForm({ asksCurrent }: { asksCurrent: boolean }) {
  const { t } = useTranslation(['password', 'common']);
  const language = useLanguage();
  const { message, minLength, username, userHash } = usePageProps('password', 'password-set');
  const least = t('characters', { count: minLength });
  const { refs, pending, failure, save } = useSaving();
  const [interactive, setInteractive] = useState(false);
  const [visible, setVisible] = useState(false);

  useEffect(() => setInteractive(true), []);
  useErrorTitle(t(`${asksCurrent ? 'password' : 'password-set'}.title`), failure !== undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setVisible(false);
    void save();
  };

  const errorPrefix = t('common:error-prefix');
  const field = { interactive, visible, readOnly: pending, errorPrefix, className: 'mb-5' };
  return (
    <>
      <PasswordError failure={failure} message={message} ref={refs.message} />
      <form aria-busy={pending} method="post" onSubmit={submit}>
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
            ref={refs.current}
          />
        ) : null}
        <PasswordField
          {...field}
          error={
            failure?.reason === 'refused' ? t(`errors.${failure.fault}`, { least }) : undefined
          }
          hint={t('hint', { least })}
          id="new-password"
          label={t('new')}
          name="newPassword"
          onToggle={() => setVisible(!visible)}
          ref={refs.chosen}
        />
        <div className="mt-6 grid gap-2">
          <Button
            className="min-h-13"
            look="primary"
            pending={pending}
            pendingLabel={t('submitting')}
            type="submit"
          >
            {t('submit')}
          </Button>
          <a
            className={`${textLink} inline-flex min-h-11 items-center justify-self-start`}
            href={`/${language}/apps`}
          >
            {t(asksCurrent ? 'cancel' : 'not-now')}
          </a>
        </div>
      </form>
    </>
  );
}
