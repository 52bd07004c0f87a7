// Asks for a recent sign-in with two factors, in another tab, while an action waits. The action runs once the server sees it.
import { buttonClass } from '@brama/ui/button.tsx';
import { Dialog } from '@brama/ui/dialog.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { meQuery } from '../api/me.ts';
import { onNewsElsewhere } from '../api/session.ts';
import { endStepUp, isStepUpWanted, onStepUp } from '../api/step-up.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';

export function StepUpDialog() {
  const t = wordsOf('shell');
  const isWanted = useSyncExternalStore(onStepUp, isStepUpWanted);
  return (
    <Dialog
      closeLabel={t('close')}
      onClose={() => endStepUp(false)}
      open={isWanted}
      title={t('step-up.title')}
    >
      <Confirmation />
    </Dialog>
  );
}

function Confirmation() {
  const t = wordsOf('shell');
  const queries = useQueryClient();
  const [state, setState] = useState<'asked' | 'opened' | 'not-enough'>('asked');
  /** `isBack`: the user has come back from the other tab, so that a session that is still weak needs an explanation. */
  const look = useEffectEvent(async (isBack: boolean) => {
    const me = await queries.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
    if (me?.strongUntil) endStepUp(true);
    else if (me && isBack) setState('not-enough');
  });
  useEffect(() => {
    const stopNews = onNewsElsewhere((news) => {
      if (news === 'came-back') void look(true);
    });
    const lookAgain = () => void look(false);
    addEventListener('focus', lookAgain);
    return () => {
      stopNews();
      removeEventListener('focus', lookAgain);
    };
  }, []);
  return (
    <>
      <p className="max-w-prose">{t('step-up.text')}</p>
      <p className="mt-3" role="status">
        {state === 'opened' ? t('step-up.waiting') : null}
        {state === 'not-enough' ? (
          <>
            {t('step-up.not-enough')}{' '}
            <a
              className={textLink}
              href={`/${language}/account#sign-in-methods`}
              target="_blank"
              rel="noopener"
            >
              {t('step-up.factors')}
            </a>
          </>
        ) : null}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <a
          className={buttonClass('primary')}
          href={`/${language}/?reauthenticate=console`}
          onClick={(event) => {
            setState('opened');
            // a tab that a script has opened can close itself
            if (open(`/${language}/?reauthenticate=console`)) event.preventDefault();
          }}
          target="_blank"
          rel="noopener"
        >
          {t('step-up.open')}
        </a>
        <button className={buttonClass('secondary')} onClick={() => endStepUp(false)} type="button">
          {t('cancel')}
        </button>
      </div>
    </>
  );
}
