// Unlinks the Google account after a confirmation.
import { paths } from '@brama/contract/paths';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RequestFailed } from '../../../browser/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { showToast } from '../../../ui/toast/toast.ts';
import { AskFirst } from '../ask-first.tsx';
import { isUnconfirmed } from '../confirm-first.tsx';
import { googleLinkQuery, unlink } from './google-link.ts';

function isOutdated(error: unknown): boolean {
  if (isUnconfirmed(error)) return true;
  return error instanceof RequestFailed && error.code === 'google.last-way-in';
}

type UnlinkGoogleProps = { onChange: () => void; onUnlinked: () => void };

export function UnlinkGoogle({ onChange, onUnlinked }: UnlinkGoogleProps) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const showAnew = async () => {
    await queries.invalidateQueries(googleLinkQuery);
    onChange();
  };
  const deed = useMutation({
    mutationFn: unlink,
    networkMode: 'always',
    onSuccess: () => {
      showToast({ kind: 'success', title: t('google.unlinked') });
      onUnlinked();
      return showAnew();
    },
    // the dialog may have been open for long and its data may be out of date
    onError: (failure) => {
      return isOutdated(failure) ? showAnew() : undefined;
    },
  });
  return (
    <AskFirst
      deed={deed}
      form={{ action: paths.googleUnlink }}
      words={{
        deed: t('google.unlink'),
        question: t('google.unlink-question'),
        keep: t('google.keep'),
        failed: t('google.not-unlinked'),
      }}
    />
  );
}
