// The form for username and password. Without JavaScript it posts to the page's own address and keeps the query. With
// JavaScript it makes the two calls of sign-in-calls.ts and leaves for the applications.
import { recoveryPath } from '@brama/contract/recovery/paths';
import { sharedComputerParameter } from '@brama/contract/sign-in/return-params';
import { Button } from '@brama/ui/button.tsx';
import { Field } from '@brama/ui/field.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { usePageAddress } from '../browser/page-address.ts';
import { PasswordField } from '../frame/password-field.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useFormFilled } from './use-form-filled.ts';

export type Credentials = { username: string; password: string };

type PasswordFormProps = {
  username: string;
  pending: boolean;
  /** The id of the message above the form, if there is one. */
  describedBy: string | undefined;
  /** Number of attempts with wrong credentials. Each one empties the password field. */
  refusals: number;
  /** On a shared computer the browser suggests no usernames. */
  isShared: boolean;
  /** The checkbox “This is a shared computer”. */
  sharedComputer: ReactNode;
  /** Whether the last attempt had wrong credentials. */
  invalid: boolean;
  onSubmit: (credentials: Credentials, sharedComputer: boolean) => void;
};

/** Focuses the first empty field, except on touch screens: their keyboard would cover half of the page. */
function focusFirst(username: HTMLInputElement | null, password: HTMLInputElement | null) {
  const hasKeyboard = matchMedia('(hover: hover) and (pointer: fine)').matches;
  if (!hasKeyboard || document.activeElement !== document.body) return;
  (username?.value ? password : username)?.focus();
}

export function PasswordForm(props: PasswordFormProps) {
  const { username, pending, describedBy, refusals, invalid, onSubmit } = props;
  const { isShared, sharedComputer } = props;
  const { t } = useTranslation('login');
  const form = useRef<HTMLFormElement>(null);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const [interactive, setInteractive] = useState(false);
  const [visible, setVisible] = useState(false);
  const { complete, check } = useFormFilled(form);

  useEffect(() => {
    setInteractive(true);
    focusFirst(usernameInput.current, passwordInput.current);
  }, []);

  useEffect(() => {
    if (refusals === 0 || !passwordInput.current) return;
    passwordInput.current.value = '';
    passwordInput.current.focus();
    check();
  }, [refusals, check]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending || !form.current || !usernameInput.current || !passwordInput.current) return;
    setVisible(false);
    const credentials = {
      username: usernameInput.current.value.trim(),
      password: passwordInput.current.value,
    };
    // after a reload the browser restores the checkbox without an event
    onSubmit(credentials, new FormData(form.current).has(sharedComputerParameter));
  };

  const field = { 'aria-invalid': invalid || undefined, readOnly: pending };
  return (
    <form
      aria-busy={pending}
      method="post"
      onAnimationStart={check}
      onChange={check}
      onSubmit={submit}
      ref={form}
    >
      <Field
        {...field}
        aria-describedby={describedBy}
        autoCapitalize="none"
        autoComplete={isShared ? 'off' : 'username webauthn'}
        autoCorrect="off"
        className="mb-4.5"
        defaultValue={username}
        id="username"
        label={t('form.username')}
        name="username"
        ref={usernameInput}
        required
        spellCheck={false}
        type="text"
      />
      <PasswordField
        {...field}
        className="mb-5"
        describedBy={describedBy}
        id="current-password"
        interactive={interactive}
        label={t('form.password.label')}
        labelEnd={<CannotSignIn />}
        name="password"
        onToggle={() => setVisible(!visible)}
        ref={passwordInput}
        visible={visible}
      />
      {sharedComputer}
      <Submit complete={complete} pending={pending} />
    </form>
  );
}

function Submit({ complete, pending }: { complete: boolean; pending: boolean }) {
  const { t } = useTranslation('login');
  return (
    <>
      <p hidden id="missing">
        {complete ? null : t('form.missing')}
      </p>
      <Button
        aria-describedby="missing"
        className="min-h-13 w-full"
        disabled={!complete}
        look="primary"
        pending={pending}
        pendingLabel={t('form.submitting')}
        type="submit"
      >
        {t('form.submit')}
      </Button>
      <span className="sr-only" role="status">
        {pending && t('form.submitting')}
      </span>
    </>
  );
}

/** The link to the ways back into an account, on the line of the password's label. */
export function CannotSignIn() {
  const { t } = useTranslation('login');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <a
      className={`${textLink} inline-flex min-h-6 items-center text-sm`}
      href={`/${language}/${recoveryPath}${carried}`}
    >
      {t('form.trouble')}
    </a>
  );
}
