// Shows why a call failed: in words, with the reference code for the log, and never a code alone.
import { referenceOf } from '@brama/contract/errors';
import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { ReferenceCode } from '@brama/ui/reference-code.tsx';
import type { ReactNode } from 'react';
import { AdminProblem } from '../api/problem.ts';
import { wordsOf } from '../i18n/words.ts';

/** Returns the reason in one sentence. */
function reasonOf(error: unknown): string {
  const t = wordsOf('shell');
  if (!(error instanceof AdminProblem)) return t('problem.connection');
  const { problem, waitSeconds } = error;
  if (problem.reason === 'tokens-not-allowed' || problem.permission === undefined)
    return waitSeconds === undefined
      ? problem.detail
      : `${problem.detail} ${t('problem.wait', { count: waitSeconds })}`;
  return t('problem.permission', { permission: problem.permission });
}

type ProblemTextProps = {
  error: unknown;
  title?: string;
  /** Tries again. */
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
};

export function ProblemText({ error, title, onRetry, children }: ProblemTextProps) {
  const t = wordsOf('shell');
  const fields = error instanceof AdminProblem ? Object.entries(error.fieldErrors) : [];
  return (
    <div role="alert">
      <Alert kind="error" title={title ?? t('problem.title')}>
        <p>{reasonOf(error)}</p>
        {fields.length === 0 ? null : (
          <ul className="mt-1 list-disc ps-5">
            {fields.map(([name, reason]) => (
              <li key={name}>
                <span translate="no">{name}</span>: {reason}
              </li>
            ))}
          </ul>
        )}
        {children}
        {error instanceof AdminProblem ? (
          <ReferenceCode
            className="mt-1"
            code={referenceOf(error.problem.requestId)}
            label={t('problem.reference')}
            words={{ copy: t('copy.do'), copied: t('copy.done'), failed: t('copy.failed') }}
          />
        ) : null}
        {onRetry ? (
          <Button className="mt-3" look="secondary" onClick={onRetry} type="button">
            {t('problem.retry')}
          </Button>
        ) : null}
      </Alert>
    </div>
  );
}
