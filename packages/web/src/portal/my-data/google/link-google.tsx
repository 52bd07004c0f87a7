// Leads to Google, where the user chooses the account to sign in with.
import { paths } from '@brama/contract/paths';
import { Button } from '@brama/ui/button.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { PostForm, useWithoutScript } from '../../without-script.tsx';
import { ActionError } from '../action-error.tsx';
import { isUnconfirmed } from '../confirm-first.tsx';
import { beginLinking, googleLinkQuery } from './google-link.ts';

export function LinkGoogle({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: beginLinking,
    networkMode: 'always',
    onSuccess: (address) => location.assign(address),
    // the dialog may have been open for long and its data may be out of date
    onError: async (failure) => {
      if (!isUnconfirmed(failure)) return;
      await queries.invalidateQueries(googleLinkQuery);
      onChange();
    },
  });
  usePageRestored(reset);
  if (useWithoutScript())
    return (
      <PostForm action={paths.googleLink}>
        <Button look="secondary" type="submit">
          {t('google.link')}
        </Button>
      </PostForm>
    );
  return (
    <>
      <ActionError error={error} title={t('google.not-linked')} />
      <Button look="secondary" onClick={() => mutate()} pending={isPending || isSuccess}>
        {t('google.link')}
      </Button>
    </>
  );
}
