// The one message above the form. Both live regions exist from the start, so that a later text is announced: errors
// at once, others politely.
import type { LoginNotice } from '@brama/contract/pages/login-page';
import { waitWords } from '@brama/contract/pages/wait-words';
import { type MethodNotice, methodNoticeIds } from '@brama/contract/sign-in/methods';
import { Alert } from '@brama/ui/alert.tsx';
import type { Ref } from 'react';
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
  ref: Ref<HTMLDivElement>;
};

export function Notice({ shown, attempt, faded, untold, wait, ref }: NoticeProps) {
  const failed = isFailure(shown);
  return (
    <div className={faded ? 'opacity-50' : ''}>
      <div role="alert">
        {failed ? <FailureAlert failure={shown} key={attempt} ref={ref} wait={wait} /> : null}
      </div>
      <div role="status">
        {failed ? null : <StatusAlert reason={shown.reason} untold={untold} />}
      </div>
    </div>
  );
}

type FailureAlertProps = Pick<NoticeProps, 'wait' | 'ref'> & {
  failure: SignInFailure;
};

function FailureAlert({ failure, wait, ref }: FailureAlertProps) {
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
      <FailureText failure={failure} wait={wait} />
      {Details ? <Details /> : null}
    </Alert>
  );
}

/** The wait in words. The button shows a countdown instead; the words are announced once, and shown without scripts. */
function WaitWords({ failure, wait }: Pick<FailureAlertProps, 'failure' | 'wait'>) {
  const { t } = useTranslation('login');
  const language = useLanguage();
  const seconds = 'retryAfterSeconds' in failure ? failure.retryAfterSeconds : undefined;
  if (seconds !== undefined)
    return (
      <span className="sr-only">{t('errors.wait', { wait: waitWords(seconds, language) })}</span>
    );
  return failure.reason === 'throttled' ? t('errors.wait', { wait }) : t('errors.later');
}

function FailureText({ failure, wait }: Pick<FailureAlertProps, 'failure' | 'wait'>) {
  const { t } = useTranslation('login');
  const mustWait = failure.reason === 'throttled' || failure.reason === 'busy';
  return (
    <p>
      {t(`errors.${failure.reason}`)}{' '}
      {mustWait ? <WaitWords failure={failure} wait={wait} /> : null}
    </p>
  );
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
