// What came of the notifications of an application about ended sessions.
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { StatusChip, type StatusKind } from '@brama/ui/status-chip.tsx';
import type { ReactNode } from 'react';
import { momentText, numberText } from '../i18n/moment.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import type { Overview } from './queries.ts';

type Logouts = Overview['diagnostics']['logouts'];
type Failed = NonNullable<Logouts['failed']>;

/** Returns why notifications fail, in words. The server's reason is a code, or a word and a code. */
function reasonText(reason: string): string {
  const t = wordsOf('applications');
  const [kind, code = ''] = reason.split(' ');
  if (kind === 'status') return t('logouts.status', { code });
  if (kind === 'certificate') return t('logouts.certificate', { code });
  const known = findText('applications', `logouts.reasons.${reason}`);
  return known === undefined ? t('logouts.reason', { reason }) : `${known} (${reason})`;
}

type CountProps = { kind: StatusKind; count: number; children: ReactNode };

function Count({ kind, count, children }: CountProps) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <StatusChip kind={count === 0 ? 'off' : kind}>{numberText(count)}</StatusChip>
      <span>{children}</span>
    </span>
  );
}

function Failures({ kind, failed }: { kind: StatusKind; failed: Failed | null }) {
  const t = wordsOf('applications');
  if (failed === null) return numberText(0);
  const { count, lastAt, reason } = failed;
  return (
    <Count count={count} kind={kind}>
      {t('logouts.last', { when: momentText(lastAt) })}
      {reason === null ? null : <span className="block text-text-2">{reasonText(reason)}</span>}
    </Count>
  );
}

export function LogoutResults({ logouts }: { logouts: Logouts }) {
  const t = wordsOf('applications');
  const { isNotified, delivered, failed, givenUp, waiting, nextAttemptAt } = logouts;
  const isEmpty = waiting === 0 && [delivered, failed, givenUp].every((one) => one === null);
  if (isEmpty)
    return (
      <LogoutFrame>
        <p className="text-text-2">{t(isNotified ? 'logouts.none' : 'logouts.not-notified')}</p>
      </LogoutFrame>
    );
  return (
    <LogoutFrame>
      <DefinitionRows>
        <DefinitionRow name={t('logouts.delivered')}>
          {delivered === null ? (
            numberText(0)
          ) : (
            <Count count={delivered.count} kind="on">
              {t('logouts.last', { when: momentText(delivered.lastAt) })}
            </Count>
          )}
        </DefinitionRow>
        <DefinitionRow name={t('logouts.failed')}>
          <Failures failed={failed} kind="warning" />
        </DefinitionRow>
        <DefinitionRow name={t('logouts.waiting')}>
          {waiting === 0 ? (
            numberText(0)
          ) : (
            <Count count={waiting} kind="warning">
              {nextAttemptAt === null
                ? null
                : t('logouts.next', { when: momentText(nextAttemptAt) })}
            </Count>
          )}
        </DefinitionRow>
        <DefinitionRow name={t('logouts.given-up')}>
          <Failures failed={givenUp} kind="error" />
        </DefinitionRow>
      </DefinitionRows>
      {isNotified ? null : <p className="mt-2 text-text-2">{t('logouts.not-notified')}</p>}
    </LogoutFrame>
  );
}

function LogoutFrame({ children }: { children: ReactNode }) {
  const t = wordsOf('applications');
  return (
    <section aria-labelledby="logouts-heading" id="logouts">
      <h3 className="mb-2 font-semibold text-lg" id="logouts-heading">
        {t('logouts.title')}
      </h3>
      {children}
    </section>
  );
}
