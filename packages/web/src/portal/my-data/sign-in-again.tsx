// Explains that an action needs a recent sign-in, and leads through the sign-in page back to “My data”.
import { useMutation } from '@tanstack/react-query';
import { RequestFailed } from '../../browser/api.ts';
import { forgetCodes } from '../../browser/storage/kept-codes.ts';
import { leaveMyDataNote } from '../../browser/storage/my-data-note.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { announce } from '../../session/session-broadcast.ts';
import { Button } from '../../ui/button.tsx';
import { signOut } from '../sign-out.ts';
import { ActionError } from './action-error.tsx';

export function isNotRecent(error: unknown): boolean {
  return error instanceof RequestFailed && error.code === 'session.not-recent';
}

export function SignInAgain() {
  const { t } = useTranslation(['profile', 'apps']);
  const language = useLanguage();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: signOut,
    networkMode: 'always',
    onSuccess: () => {
      forgetCodes();
      leaveMyDataNote('open');
      announce('signed-out');
      location.replace(`/${language}/`);
    },
  });
  return (
    <>
      <p className="mb-4 text-text-2">{t('profile:google.not-recent')}</p>
      <ActionError error={error} title={t('apps:sign-out.error')} />
      <Button look="secondary" onClick={() => mutate()} pending={isPending || isSuccess}>
        {t('profile:google.sign-in-again')}
      </Button>
    </>
  );
}
