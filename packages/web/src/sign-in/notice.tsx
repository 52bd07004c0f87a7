// The one message above the form. Both live regions exist from the start, so that a later text is announced: errors
// at once, others politely.
import type { LoginNotice } from '@brama/contract/pages/login-page';
import { waitWords } from '@brama/contract/pages/wait-words';
import { type MethodNotice, methodNoticeIds } from '@brama/contract/sign-in/methods';
import { Alert } from '@brama/ui/alert.tsx';
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { noticeDetails } from './methods.tsx';
import type { SignInFailure } from './sign-in-calls.ts';

const statuses = [
  'none',
  'session-ended',
  'sign-in-again',
  'confirm-identity',
  'signed-out',
  'signed-out-partly',
  'password-changed',
  'account-secured',
] as const;
const successes: readonly Status['reason'][] = [
  'signed-out',
  'password-changed',
  'account-secured',
];
type Status = { reason: (typeof statuses)[number] };
/** The content of the message: a failed attempt, or the reason why the sign-in page opened. */
export type Shown = SignInFailure | Status;

export const noticeId = 'sign-in-notice';

export function shownAtFirst(notice: LoginNotice): Shown {
  return { reason: notice };
}

export function isFailure(shown: Shown): shown is SignInFailure {
  return !statuses.some((status) => status === shown.reason);
}

export function isMethodNotice(shown: Shown): shown is { reason: MethodNotice } {
  return methodNoticeIds.some((id) => id === shown.reason);
}

type NoticeProps = {
  shown: Shown;
  /** Number of the attempt. It changes the key of the message, so that an equal text is announced again. */
  attempt: number;
  /** True while a new attempt is pending: the old message is faded but keeps its place. */
  faded: boolean;
  /** Titles of applications that could not be notified of a sign-out. */
  untold: string;
  /** The remaining wait in words, when the page was rendered. */
  wait: string;
  /** Called when the countdown of the wait has ended. */
  onWaited: () => void;
  ref: Ref<HTMLDivElement>;
};

export function Notice({ shown, attempt, faded, untold, wait, onWaited, ref }: NoticeProps) {
  const failed = isFailure(shown);
  return (
    <div className={faded ? 'opacity-50' : ''}>
      <div role="alert">
        {failed ? (
          <FailureAlert failure={shown} key={attempt} onWaited={onWaited} ref={ref} wait={wait} />
        ) : null}
      </div>
      <div role="status">
        {failed ? null : <StatusAlert reason={shown.reason} untold={untold} />}
      </div>
    </div>
  );
}

type FailureAlertProps = Pick<NoticeProps, 'wait' | 'onWaited' | 'ref'> & {
  failure: SignInFailure;
};

function FailureAlert({ failure, wait, onWaited, ref }: FailureAlertProps) {
  const { t } = useTranslation(['login', 'common']);
  const Details = isMethodNotice(failure) ? noticeDetails[failure.reason] : undefined;
  return (
    <Alert
      className="mb-5"
      id={noticeId}
      kind="error"
      prefix={t('common:error-prefix')}
      ref={ref}
      title={t('login:errors.title')}
    >
      <FailureText failure={failure} onWaited={onWaited} wait={wait} />
      {Details ? <Details /> : null}
    </Alert>
  );
}

function FailureText({ failure, wait, onWaited }: Omit<FailureAlertProps, 'ref'>) {
  const { t } = useTranslation('login');
  const seconds = 'retryAfterSeconds' in failure ? failure.retryAfterSeconds : undefined;
  if (failure.reason === 'throttled')
    return seconds === undefined ? (
      <p>{t('errors.throttled', { wait })}</p>
    ) : (
      <CountedDown onWaited={onWaited} seconds={seconds} />
    );
  return (
    <p>
      {seconds === undefined
        ? t(`errors.${failure.reason}`)
        : t('errors.busy-for', { count: seconds })}
    </p>
  );
}

const countdownStepMs = 1000;

/**
 * Returns the remaining wait in words, rounded so that the text changes rarely. Counts down by a monotonic clock. `onOver` is called
 * once at the end.
 */
function useWait(seconds: number, onOver: () => void): string {
  const language = useLanguage();
  const [left, setLeft] = useState(seconds);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = (end - performance.now()) / 1000;
      setLeft(Math.max(0, now));
      if (now > 0) return;
      clearInterval(timer);
      over();
    }, countdownStepMs);
    return () => clearInterval(timer);
  }, [seconds]);
  return waitWords(left, language);
}

function CountedDown({ seconds, onWaited }: { seconds: number; onWaited: () => void }) {
  const { t } = useTranslation('login');
  return <p>{t('errors.throttled', { wait: useWait(seconds, onWaited) })}</p>;
}

function StatusAlert({ reason, untold }: Status & { untold: string }) {
  const { t } = useTranslation('login');
  if (reason === 'none') return null;
  return (
    <Alert
      className="mb-5"
      id={noticeId}
      kind={successes.includes(reason) ? 'success' : 'info'}
      title={t(`${reason}.title`)}
    >
      <p>{t(`${reason}.text`, { apps: untold })}</p>
    </Alert>
  );
}
