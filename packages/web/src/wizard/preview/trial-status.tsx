// The state of the trial: waiting for the first sign-in, then done. A closed tab sends no message, so the text
// explains how to open it again, and the user can cancel.
import { CircleCheck } from '@brama/ui/icons/circle-check.ts';
import { Spinner } from '@brama/ui/loading/spinner.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { TrialControl } from './use-trial.ts';

function Sentence({ trial }: Pick<TrialControl, 'trial'>) {
  const { t } = useTranslation('button-wizard');
  if (trial.stage === 'none') return null;
  if (trial.stage === 'stopped')
    return <p className="mt-4 text-sm text-text-2">{t('trial.stopped')}</p>;
  const isDone = trial.stage === 'done';
  return (
    <div className="mt-4 flex gap-3">
      <span className={`mt-0.5 shrink-0 ${isDone ? 'text-success-ink' : 'text-brand'}`}>
        {isDone ? <CircleCheck aria-hidden="true" size={20} /> : <Spinner size={20} />}
      </span>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {isDone ? t('trial.done', { name: trial.name }) : t('trial.waiting')}
        </p>
        <p className="text-sm text-text-2">{isDone ? t('trial.done-hint') : t('trial.hint')}</p>
      </div>
    </div>
  );
}

export function TrialStatus({ trial, cancel }: Pick<TrialControl, 'trial' | 'cancel'>) {
  const { t } = useTranslation('button-wizard');
  return (
    <>
      <div role="status">
        <Sentence trial={trial} />
      </div>
      {trial.stage === 'waiting' ? (
        <button className={`${textLink} ms-8 min-h-11 text-sm`} onClick={cancel} type="button">
          {t('trial.cancel')}
        </button>
      ) : null}
    </>
  );
}
