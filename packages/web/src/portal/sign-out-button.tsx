// Signs out on the server, then leaves the page; other tabs follow. A failure is always shown, so that the user does
// not leave a computer signed in by mistake.
import { paths } from '@brama/contract/paths';
import { useMutation } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import { useTranslation } from 'react-i18next';
import { signedOutHref } from '../browser/address.ts';
import { ErrorText } from '../frame/errors/error-text.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { forgetUser } from '../session/forget-user.ts';
import { announce } from '../session/session-broadcast.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { signOut } from './sign-out.ts';
import { PostForm, useWithoutScript } from './without-script.tsx';

const icon = <LogOut aria-hidden="true" size={18} />;

export function SignOutButton() {
  return useWithoutScript() ? <SignOutForm /> : <SignOutCall />;
}

function SignOutForm() {
  const { t } = useTranslation('apps');
  return (
    <PostForm action={paths.signOut}>
      <Button icon={icon} look="secondary" type="submit">
        {t('sign-out.action')}
      </Button>
    </PostForm>
  );
}

function SignOutCall() {
  const { t } = useTranslation(['apps', 'common']);
  const language = useLanguage();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: signOut,
    networkMode: 'always',
    onSuccess: (untold) => {
      forgetUser();
      announce('signed-out');
      location.replace(signedOutHref(language, untold));
    },
  });
  return (
    <>
      <Button
        className="shrink-0"
        icon={icon}
        look="secondary"
        onClick={() => mutate()}
        pending={isPending || isSuccess}
      >
        {t('apps:sign-out.action')}
      </Button>
      <span className="sr-only" role="status">
        {isPending && t('apps:sign-out.pending')}
      </span>
      <div className="w-full empty:hidden" role="alert">
        {error ? (
          <Alert kind="error" prefix={t('common:error-prefix')} title={t('apps:sign-out.error')}>
            <ErrorText error={error} />
          </Alert>
        ) : null}
      </div>
    </>
  );
}
