// Unlinks the Google account, after one question. Focus follows: to the question, and back to the button.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { RequestFailed } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.ts';
import { ActionError } from './action-error.tsx';
import { googleLinkQuery, unlink } from './google-link.ts';
import { InlineQuestion } from './inline-question.tsx';

function isOutdated(error: unknown): boolean {
  return (
    error instanceof RequestFailed &&
    (error.code === 'session.not-recent' || error.code === 'google.last-way-in')
  );
}

export function UnlinkGoogle({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const showAnew = async () => {
    await queries.invalidateQueries(googleLinkQuery);
    onChange();
  };
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: unlink,
    networkMode: 'always',
    onSuccess: () => {
      showToast({ kind: 'success', title: t('google.unlinked') });
      return showAnew();
    },
    // the window has stood open for long: what it shows is out of date
    onError: (failure) => {
      return isOutdated(failure) ? showAnew() : undefined;
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
    <div ref={place}>
      {asked ? (
        <InlineQuestion words={t('google.unlink-question')}>
          <ActionError error={error} title={t('google.not-unlinked')} />
          <div className="flex flex-wrap gap-3">
            <Button look="primary" onClick={() => mutate()} pending={busy}>
              {t('google.unlink')}
            </Button>
            <Button disabled={busy} look="secondary" onClick={keep}>
              {t('google.keep')}
            </Button>
          </div>
        </InlineQuestion>
      ) : (
        <Button look="secondary" onClick={ask}>
          {t('google.unlink')}
        </Button>
      )}
    </div>
  );
}
