// Ends the access of one application, after one question.
import type { ApplicationAccess } from '@brama/contract/access';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showToast } from '../ui/toast.ts';
import { accessQuery, endAccess } from './access.ts';
import { AskFirst } from './ask-first.tsx';

type EndAccessProps = {
  access: ApplicationAccess;
  /** Once it has ended: what had the focus is gone. */
  onEnded: () => void;
};

export function EndAccess({ access, onEnded }: EndAccessProps) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const { id, title, firstParty } = access;
  const deed = useMutation({
    mutationFn: () => endAccess(id),
    networkMode: 'always',
    onSuccess: async () => {
      showToast({ kind: 'success', title: t('access.ended') });
      await queries.invalidateQueries(accessQuery);
      onEnded();
    },
  });
  return (
    <AskFirst
      className="mt-3"
      deed={deed}
      label={t('access.end', { app: title })}
      words={{
        deed: t('access.end-short'),
        question: t(firstParty ? 'access.question-own' : 'access.question', { app: title }),
        keep: t('access.keep'),
        failed: t('access.not-ended'),
      }}
    />
  );
}
