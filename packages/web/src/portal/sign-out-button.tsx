// Signs out on the server, then leaves the page; other tabs follow. A failure is always shown, so that the user does
// not leave a computer signed in by mistake. Before hydration and without JavaScript the form does the same.
import { paths } from '@brama/contract/paths';
import type { SignOutResponse } from '@brama/contract/sign-in/schemas';
import { Button } from '@brama/ui/button.tsx';
import LogOut from 'lucide-react/icons/log-out';
import { type FormEvent, useState } from 'react';
import { signedOutHref } from '../browser/address.ts';
import { call, isSignedOut } from '../browser/api.ts';
import { FailureAlert } from '../frame/errors/failure-alert.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { forgetUser } from '../session/forget-user.ts';
import { announce } from '../session/session-broadcast.ts';
import { PostForm } from './without-script.tsx';

const timeoutMs = 15_000;

/** Ends the session of this browser. Returns the titles of the applications that could not be notified. */
async function signOut(): Promise<readonly string[]> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await call(paths.signOut, {
      method: 'POST',
      failure: 'Failed to logout',
      signal,
    });
    return (answer as SignOutResponse).untold;
  } catch (error) {
    // the session had already ended, which is what the user wanted
    if (!isSignedOut(error)) throw error;
    return [];
  }
}

const icon = <LogOut aria-hidden="true" size={18} />;

export function SignOutButton() {
  const { t } = useTranslation('apps');
  const language = useLanguage();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(undefined);
    try {
      const untold = await signOut();
      forgetUser();
      announce('signed-out');
      location.replace(signedOutHref(language, untold));
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <>
      <PostForm
        action={paths.signOut}
        className="shrink-0"
        onSubmit={(event) => void submit(event)}
      >
        <Button icon={icon} look="secondary" pending={pending} type="submit">
          {t('sign-out.action')}
        </Button>
      </PostForm>
      <span className="sr-only" role="status">
        {pending && t('sign-out.pending')}
      </span>
      <div className="col-span-full empty:hidden" role="alert">
        {error ? <FailureAlert error={error} title={t('sign-out.error')} /> : null}
      </div>
    </>
  );
}
