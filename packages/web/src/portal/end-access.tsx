// Ends the access of one application, after one question. Focus follows: to the question, and back to the button.
import type { ApplicationAccess } from '@brama/contract/access';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.ts';
import { accessQuery, endAccess } from './access.ts';
import { ActionError } from './action-error.tsx';
import { InlineQuestion } from './inline-question.tsx';

type EndAccessProps = {
  access: ApplicationAccess;
  /** Once it has ended: what had the focus is gone. */
  onEnded: () => void;
};

export function EndAccess({ access, onEnded }: EndAccessProps) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { id, title, firstParty } = access;
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () => endAccess(id),
    networkMode: 'always',
    onSuccess: async () => {
      showToast({ kind: 'success', title: t('access.ended') });
      await queries.invalidateQueries(accessQuery);
      onEnded();
    },
  });
  const ask = () => {
    reset();
    setAsked(true);
  };
  const keep = () => {
    flushSync(() => setAsked(false));
    place.current?.querySelector('button')?.focus();
  };
  const busy = isPending || isSuccess;
  return (
    <div className="mt-3" ref={place}>
      {asked ? (
        <InlineQuestion
          words={t(firstParty ? 'access.question-own' : 'access.question', { app: title })}
        >
          <ActionError error={error} title={t('access.not-ended')} />
          <div className="flex flex-wrap gap-3">
            <Button look="primary" onClick={() => mutate()} pending={busy}>
              {t('access.end-short')}
            </Button>
            <Button disabled={busy} look="secondary" onClick={keep}>
              {t('access.keep')}
            </Button>
          </div>
        </InlineQuestion>
      ) : (
        <Button aria-label={t('access.end', { app: title })} look="secondary" onClick={ask}>
          {t('access.end-short')}
        </Button>
      )}
    </div>
  );
}
