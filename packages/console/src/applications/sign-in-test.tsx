// A test sign-in that this page observes: what the application has done since the start, and what comes next.
import { paths, userHashParameter } from '@brama/contract/paths';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { type ReactNode, useState } from 'react';
import { wordsOf } from '../i18n/words.ts';
import { userHash } from '../page-data.ts';
import { Moment } from '../ui/moment.tsx';
import type { Overview } from './queries.ts';

type Diagnostics = Overview['diagnostics'];
type Refusal = Diagnostics['items'][number];

/** The steps in their order, and the time of each in the answer of the server. */
const steps = [
  { id: 'requested', field: 'requestedAt' },
  { id: 'issued', field: 'issuedAt' },
  { id: 'signed-in', field: 'lastSignInAt' },
] as const;
type StepId = (typeof steps)[number]['id'];

type SignInTestProps = {
  applicationId: string;
  diagnostics: Diagnostics;
  explain: (refusal: Refusal) => ReactNode;
  /** Called at the start, so that the page asks more often. */
  onStart: () => void;
};

/** The portal opens the application as its users do. */
const openHref = (id: string) =>
  `${paths.appRedirect}?${new URLSearchParams({ appId: id, [userHashParameter]: userHash })}`;

export function SignInTest({ applicationId, diagnostics, explain, onStart }: SignInTestProps) {
  const t = wordsOf('applications');
  const [startedAt, setStartedAt] = useState<string>();
  const start = () => {
    setStartedAt(diagnostics.now);
    onStart();
  };
  const label = t(startedAt === undefined ? 'test.start' : 'test.again');
  return (
    <div className="rounded-card border border-line bg-surface p-4 print:hidden" id="test">
      <h3 className="font-semibold text-lg">{t('test.title')}</h3>
      <p className="mb-3 max-w-prose text-text-2">
        {t(diagnostics.opensFromPortal ? 'test.about' : 'test.about-own')}
      </p>
      {diagnostics.opensFromPortal ? (
        <a
          className={buttonClass('secondary')}
          href={openHref(applicationId)}
          onClick={start}
          rel="noopener"
          target="_blank"
        >
          {label}
        </a>
      ) : (
        <Button look="secondary" onClick={start} type="button">
          {label}
        </Button>
      )}
      {startedAt === undefined ? null : (
        <Observed diagnostics={diagnostics} explain={explain} startedAt={startedAt} />
      )}
    </div>
  );
}

/** ISO times sort as texts. */
const isSince = (at: string | null, startedAt: string) => at !== null && at >= startedAt;

type ObservedProps = Pick<SignInTestProps, 'diagnostics' | 'explain'> & { startedAt: string };

function Observed({ diagnostics, explain, startedAt }: ObservedProps) {
  const t = wordsOf('applications');
  const refusals = diagnostics.items.filter(({ at }) => isSince(at, startedAt));
  const isReached = ({ field }: (typeof steps)[number]) => isSince(diagnostics[field], startedAt);
  // a later step proves the earlier ones
  const reached = steps.findLastIndex(isReached) + 1;
  const next = steps[reached]?.id;
  return (
    <div aria-live="polite" className="mt-4">
      <ol className="flex flex-col gap-3">
        {steps.map(({ id, field }, index) => (
          <li key={id}>
            <Step
              at={isSince(diagnostics[field], startedAt) ? diagnostics[field] : null}
              id={id}
              state={stateOf(index, reached, refusals.length > 0)}
            />
            {id === next && refusals.length > 0 ? (
              <ul className="mt-2 flex flex-col gap-3">
                {refusals.map((refusal) => (
                  <li
                    className="border-error border-s-4 ps-4"
                    key={`${refusal.at} ${refusal.error} ${refusal.received?.join()}`}
                  >
                    {explain(refusal)}
                  </li>
                ))}
              </ul>
            ) : null}
            {id === next && refusals.length === 0 ? (
              <p className="mt-1 max-w-prose text-text-2">{t(`test.hints.${id}`)}</p>
            ) : null}
          </li>
        ))}
      </ol>
      {next === undefined ? <p className="mt-3 font-semibold">{t('test.done')}</p> : null}
      <p className="mt-3 max-w-prose text-sm text-text-2">{t('test.others')}</p>
    </div>
  );
}

type State = 'reached' | 'waits' | 'refused' | 'later';

function stateOf(index: number, reached: number, isRefused: boolean): State {
  if (index < reached) return 'reached';
  if (index > reached) return 'later';
  return isRefused ? 'refused' : 'waits';
}

const chips = { reached: 'on', waits: 'current', refused: 'error', later: 'off' } as const;

function Step({ id, state, at }: { id: StepId; state: State; at: string | null }) {
  const t = wordsOf('applications');
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className={state === 'later' ? 'text-text-2' : 'font-semibold'}>
        {t(`test.steps.${id}`)}
      </span>
      <StatusChip kind={chips[state]}>{t(`test.states.${state}`)}</StatusChip>
      {at === null ? null : (
        <span className="text-sm text-text-2">
          <Moment at={at} />
        </span>
      )}
    </p>
  );
}
