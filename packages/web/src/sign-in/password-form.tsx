// The form for username and password. Without JavaScript it posts to the page's own address and keeps the query. With
// JavaScript it makes the two calls of sign-in-calls.ts and leaves for the applications.
import { recoveryPath } from '@brama/contract/recovery/paths';
import { sharedComputerParameter } from '@brama/contract/sign-in/return-params';
import { Button } from '@brama/ui/button.tsx';
import { Field } from '@brama/ui/field.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { usePageAddress } from '../browser/page-address.ts';
import { PasswordField } from '../frame/password-field.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useCountdown } from './use-countdown.ts';
import { useFormFilled } from './use-form-filled.ts';

export type Credentials = { username: string; password: string };

/** How long the server accepts no attempt; undefined if it does. A new object is a new wait. */
type Wait = {
  after: { retryAfterSeconds?: number | undefined } | undefined;
  onOver: () => void;
};

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
  wait: Wait;
  onSubmit: (credentials: Credentials, sharedComputer: boolean) => void;
};

export function PasswordForm(props: PasswordFormProps) {
  const { username, pending, describedBy, refusals, invalid, onSubmit } = props;
  const { isShared, sharedComputer, wait } = props;
  const { t } = useTranslation(['login', 'common']);
  const form = useRef<HTMLFormElement>(null);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const [interactive, setInteractive] = useState(false);
  const [visible, setVisible] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { empty, check } = useFormFilled(form);

  useEffect(() => setInteractive(true), []);

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
    setAsked(false);
    const credentials = {
      username: usernameInput.current.value.trim(),
      password: passwordInput.current.value,
    };
    // after a reload the browser restores the checkbox without an event
    onSubmit(credentials, new FormData(form.current).has(sharedComputerParameter));
  };

  // the button is disabled while a field is empty, so the browser ignores the key
  const tellMissing = ({ key, target, nativeEvent }: KeyboardEvent) => {
    const isEnter = key === 'Enter' && !nativeEvent.isComposing;
    if (!isEnter || empty === '' || !(target instanceof HTMLInputElement)) return;
    setAsked(true);
    const first = empty.startsWith('username') ? usernameInput : passwordInput;
    first.current?.focus();
  };
  const errorOf = (name: 'username' | 'password') =>
    isAsked && empty.includes(name) ? t(`login:form.missing-${name}`) : undefined;

  const field = {
    errorPrefix: t('common:error-prefix'),
    'aria-invalid': invalid || undefined,
    readOnly: pending,
  };
  return (
    <form
      aria-busy={pending}
      method="post"
      onAnimationStart={check}
      onChange={check}
      onKeyDown={tellMissing}
      onSubmit={submit}
      ref={form}
    >
      <Field
        {...field}
        aria-describedby={describedBy}
        autoCapitalize="none"
        autoComplete={isShared ? 'off' : 'username webauthn'}
        autoCorrect="off"
        className="mb-4.5 low:mb-2"
        defaultValue={username}
        error={errorOf('username')}
        id="username"
        label={t('login:form.username')}
        name="username"
        ref={usernameInput}
        required
        spellCheck={false}
        type="text"
      />
      <PasswordField
        {...field}
        className="mb-5 low:mb-2"
        describedBy={describedBy}
        error={errorOf('password')}
        id="current-password"
        interactive={interactive}
        label={t('login:form.password.label')}
        labelEnd={<CannotSignIn />}
        name="password"
        onToggle={() => setVisible(!visible)}
        ref={passwordInput}
        visible={visible}
      />
      {sharedComputer}
      <Submit complete={empty === ''} pending={pending} wait={wait} />
    </form>
  );
}

type SubmitProps = { complete: boolean; pending: boolean; wait: Wait };

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;

function Submit({ complete, pending, wait }: SubmitProps) {
  const { t } = useTranslation('login');
  const { secondsLeft, isOver } = useCountdown(wait.after, wait.onOver, pending);
  return (
    <>
      <p hidden id="missing">
        {complete ? null : t('form.missing')}
      </p>
      <Button
        aria-describedby="missing"
        className="min-h-13 w-full [font-variant-numeric:tabular-nums] low:min-h-12"
        disabled={!complete || secondsLeft > 0}
        look="primary"
        pending={pending}
        pendingLabel={t('form.submitting')}
        type="submit"
      >
        {secondsLeft > 0 ? t('form.wait', { time: clock(secondsLeft) }) : t('form.submit')}
      </Button>
      <span className="sr-only" role="status">
        {/* the seconds between are not announced */}
        {pending ? t('form.submitting') : isOver && t('form.again')}
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
