// The sign-in page: heading, one message and the sign-in methods. The browser hydrates the HTML that the server
// rendered.
import type { LoginNotice } from '@brama/contract/pages/login-page';
import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { appsHref } from '../browser/address.ts';
import { useInstance } from '../browser/instance.ts';
import { CurrentAddress, usePageAddress } from '../browser/page-address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { rememberMethod } from '../browser/storage/last-method.ts';
import { Page } from '../frame/page/page.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { leaveIfSignedIn } from '../session/redirect-if-signed-in.ts';
import { announce, onNewsElsewhere } from '../session/session-broadcast.ts';
import { Address } from '../ui/address.tsx';
import { AppIcon } from '../ui/pictures/app-icon.tsx';
import { useFirstFocus } from './first-focus.ts';
import { LastTime, useLastMethod } from './last-time.tsx';
import {
  isFailure,
  isMethodNotice,
  Notice,
  noticeId,
  type Shown,
  shownAtFirst,
} from './notice.tsx';
import { forgetNotice } from './notice-query.ts';
import { OtherMethods } from './other-methods.tsx';
import { CannotSignIn, type Credentials, PasswordForm } from './password-form.tsx';
import { SharedChoice, SharedComputer, withChoice } from './shared-computer.tsx';
import { type SignInFailure, signIn } from './sign-in-calls.ts';

const none = shownAtFirst('none');

/** Returns the state change that removes a message of this kind. */
function without(isKind: (shown: Shown) => boolean) {
  return (now: Shown) => (isKind(now) ? none : now);
}

/** Holds the message above the form and the attempts to sign in. */
function useAttempts(notice: LoginNotice) {
  const language = useLanguage();
  const [shown, setShown] = useState(shownAtFirst(notice));
  const [attempts, setAttempts] = useState({ failed: 0, refused: 0 });
  const [pending, setPending] = useState(false);
  const alert = useRef<HTMLDivElement>(null);

  const forget = () => setShown(none);
  // shown once, because it would be out of date after Back or a new attempt
  const forgetMethodNotice = () => setShown(without(isMethodNotice));

  const fail = (failure: SignInFailure) => {
    const refused = failure.reason === 'invalid-credentials';
    flushSync(() => {
      setShown(failure);
      setPending(false);
      setAttempts(({ failed, refused: before }) => ({
        failed: failed + 1,
        refused: before + (refused ? 1 : 0),
      }));
    });
    // after a wrong password focus stays in the form; other messages must be read first
    if (!refused) alert.current?.focus();
  };

  const submit = async (credentials: Credentials, isShared: boolean) => {
    setPending(true);
    forgetMethodNotice();
    const result = await signIn(credentials, isShared);
    if (typeof result === 'object') return fail(result);
    document.documentElement.dataset['signedIn'] = '';
    if (!isShared) rememberMethod('password');
    if (!result) announce('signed-in');
    // `replace`, so that Back does not lead to the submitted form
    // the fragment names a section of the page to which the user returns
    location.replace(appsHref(language, location.search, result) + location.hash);
  };

  usePageRestored(() => {
    setPending(false);
    forgetMethodNotice();
    delete document.documentElement.dataset['signedIn'];
    void leaveIfSignedIn(language);
  });

  useEffect(() => {
    const forgetOffline = () => setShown(without(({ reason }) => reason === 'offline'));
    addEventListener('online', forgetOffline);
    return () => removeEventListener('online', forgetOffline);
  }, []);

  return { shown, attempts, pending, alert, forget, forgetMethodNotice, submit };
}

export function LoginPage() {
  const state = usePageProps('sign-in');
  const { t } = useTranslation(['login', 'common']);
  const language = useLanguage();
  const { shown, attempts, pending, alert, forget, forgetMethodNotice, submit } = useAttempts(
    state.notice,
  );
  const [isShared, setShared] = useState(state.sharedComputer);
  const failed = isFailure(shown) && !pending;
  const hasPassword = state.methods.includes('password');
  const last = useLastMethod();
  const address = usePageAddress();
  // the language switch and the other links keep the choice
  const chosen = {
    ...address,
    query: withChoice(address.query, isShared),
    carried: withChoice(address.carried, isShared),
  };

  useEffect(forgetNotice, []);

  // signed in from another tab: this form has nothing left to do
  useEffect(() => onNewsElsewhere('signed-in', () => void leaveIfSignedIn(language)), [language]);

  useEffect(() => {
    const title = t('common:page-title', { page: t('login:page-title') });
    document.title = failed ? `${t('common:error-prefix')} ${title}` : title;
  }, [t, failed]);

  const sharedComputer = (
    <SharedComputer idle={state.sharedIdle} onChange={setShared} wasShared={state.sharedComputer} />
  );
  const form = hasPassword ? (
    <div className="relative">
      {last === 'password' && state.methods.length > 1 ? (
        <LastTime className="absolute end-0 top-0.5 text-xs max-[30rem]:-top-4.5" />
      ) : null}
      <PasswordForm
        describedBy={shown.reason === 'none' ? undefined : noticeId}
        invalid={shown.reason === 'invalid-credentials'}
        isShared={isShared}
        onSubmit={(credentials, shared) => void submit(credentials, shared)}
        pending={pending}
        refusals={attempts.refused}
        sharedComputer={sharedComputer}
        username={state.username}
        wait={{ after: 'retryAfterSeconds' in shown ? shown : undefined, onOver: forget }}
      />
    </div>
  ) : (
    sharedComputer
  );
  return (
    <CurrentAddress value={chosen}>
      <Page footer="public">
        <Column>
          <Head />
          <Notice
            attempt={attempts.failed}
            faded={pending}
            ref={alert}
            shown={shown}
            untold={state.untold}
            wait={state.wait}
          />
          <Ways form={form} onLeave={forgetMethodNotice} />
          <ContinueWithout />
          <Help hasPassword={hasPassword} />
        </Column>
      </Page>
    </CurrentAddress>
  );
}

/** The form and the other methods; those stand above the form if one of them was used last. */
function Ways({ form, onLeave }: { form: ReactNode; onLeave: () => void }) {
  const { methods, notice } = usePageProps('sign-in');
  const last = useLastMethod();
  const first = methods.find((id) => id === last && id !== 'password');
  useFirstFocus(methods, first);
  const isAbove = first !== undefined && methods.includes('password');
  const others = (
    <div className="ways-others">
      <SharedChoice>
        {(marked) => (
          <OtherMethods
            first={first}
            marked={marked && methods.length > 1}
            methods={methods}
            notice={notice}
            onLeave={onLeave}
          />
        )}
      </SharedChoice>
    </div>
  );
  return (
    <div className="ways grid">
      {isAbove ? others : null}
      {form}
      {isAbove ? null : others}
    </div>
  );
}

/** The form that continues without the level that the application prefers. */
function ContinueWithout() {
  const { methods, continueHref } = usePageProps('sign-in');
  const { t } = useTranslation('login');
  if (continueHref === '' || methods.includes('password')) return null;
  return (
    <form action={continueHref} className="mt-4 grid" method="post">
      <Button look="secondary" type="submit">
        {t(methods.includes('diia') ? 'without-diia' : 'without-passkey')}
      </Button>
    </form>
  );
}

/** Names the application that the user continues to, or the services of the campus, and the organisation. */
function Head() {
  const { application, lead } = usePageProps('sign-in');
  const { t } = useTranslation('login');
  const { organisation } = useInstance();
  const whole = (
    <span className="low:text-sm">
      <span className="font-medium text-ink">{organisation}.</span> {lead}
    </span>
  );
  return (
    <div className="mb-7 low:mb-3">
      {application === null ? (
        <PageHead lead={whole}>{t('title')}</PageHead>
      ) : (
        <PageHead lead={whole}>
          <span className="flex items-center gap-4">
            <AppIcon application={application} plate={application.plate} />
            <span className="min-w-0">
              <span className="block font-medium text-base text-text-2">{t('title-for')} </span>
              <span className="block wrap-anywhere low:text-xl">{application.title}</span>
            </span>
          </span>
        </PageHead>
      )}
    </div>
  );
}

/**
 * The address to compare with the browser's address bar and, without the password form, the link for users who cannot sign
 * in.
 */
function Help({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation('login');
  const { host } = useInstance();
  return (
    <div className="mt-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm low:mt-2">
      {hasPassword ? null : <CannotSignIn />}
      <p className="text-muted wrap-anywhere">
        {t('host')}{' '}
        <span className="inline-block max-w-full font-medium text-text-2">
          <Address>{host}</Address>
        </span>
      </p>
    </div>
  );
}
