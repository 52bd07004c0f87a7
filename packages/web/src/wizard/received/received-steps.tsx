// One sign-in step by step with its real values: what the browser brings, what the server sends, and what it
// receives.

import type { TicketResponse } from '@brama/contract/api/ticket';
import { paths } from '@brama/contract/paths';
import { Card } from '@brama/ui/card.tsx';
import { useButtonFacts } from '../../browser/button-facts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CodeBlock } from '../integration/code-block.tsx';

const placeholder = 'YOUR-APP-SECRET';

type StepsProps = { answer: TicketResponse; state: string | null };

/** Returns one line per parameter, so that none is cut on a narrow screen. */
function returnOf({ answer: { id }, state }: StepsProps): string {
  const query = new URLSearchParams({ ticketId: id, ...(state !== null && { state }) });
  return `https://your-site.example/callback?${query}`.replace(/[?&]/g, '\n  $&');
}

function requestOf({ id, applicationId }: TicketResponse, origin: string): string {
  return [
    `curl ${origin}${paths.ticket}`,
    `  --user "${applicationId}:${placeholder}"`,
    // not --json, which curl supports only since 7.82
    "  --header 'content-type: application/json'",
    `  --data '${JSON.stringify({ ticketId: id })}'`,
  ].join(' \\\n');
}

export function ReceivedSteps(props: StepsProps) {
  const { t } = useTranslation('received');
  const { origin } = useButtonFacts();
  const { answer, state } = props;
  const copied = t('copied');
  return (
    <Card className="sm:p-6">
      <h2 className="mb-3 font-semibold text-lg leading-snug tracking-tight">{t('steps.title')}</h2>
      <CodeBlock
        code={returnOf(props)}
        copied={copied}
        label={t('steps.return.label')}
        note={state === null ? t('steps.return.no-state') : t('steps.return.state')}
      />
      <CodeBlock
        code={requestOf(answer, origin)}
        copied={copied}
        label={t('steps.request.label')}
        note={t('steps.request.note', { placeholder })}
      />
      <CodeBlock
        code={JSON.stringify(answer, null, 2)}
        copied={copied}
        label={t('steps.answer.label')}
        note={t('steps.answer.note')}
      />
    </Card>
  );
}
