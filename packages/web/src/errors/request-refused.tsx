// A request of an application that cannot be served: nobody but its owner can mend it. The person is told the
// way back; the owner, in both languages, what was wrong, and what was sent next to what is registered.
import { useTranslation } from 'react-i18next';
import { AppsLink } from '../interaction/apps-link.tsx';
import { answer } from '../interaction/interaction-state.ts';
import { Address } from '../ui/address.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ClosedGate } from '../ui/pictures/closed-gate.tsx';

type Shown = { before: string; differs?: string; after?: string };

/** The server fills it in, or leaves it empty: then nothing of it is seen. */
function FactRow({ label, shown }: { label: string; shown: Shown }) {
  const { before, differs, after } = shown;
  return (
    <div className="mt-2 [&:not(:has(span:not(:empty),mark:not(:empty)))]:hidden">
      <dt>
        {label} <code className="font-mono text-ink">{answer.factName}</code>
      </dt>
      <dd
        className="mt-1 whitespace-pre-wrap wrap-anywhere rounded-sm bg-sunken px-2 py-1.5 font-mono text-ink"
        dir="ltr"
        lang="zxx"
        translate="no"
      >
        <span>
          <Address>{before}</Address>
        </span>
        {differs !== undefined && (
          <mark className="bg-warning-tint font-bold text-warning-ink underline empty:hidden">
            <Address>{differs}</Address>
          </mark>
        )}
        {after !== undefined && (
          <span>
            <Address>{after}</Address>
          </span>
        )}
      </dd>
    </div>
  );
}

export function Screen() {
  const { t } = useTranslation(['answers', 'errors']);
  const { message, whyUk, whyEn, reference } = answer;
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHeading lead={message}>{t('answers:request-refused.title')}</PageHeading>
      <section className="mt-6 border-line border-s-2 ps-4 text-sm text-text-2">
        <h2 className="font-medium text-ink">{t('answers:request-refused.for-owner')}</h2>
        <p className="mt-1.5 wrap-anywhere" lang="uk">
          {whyUk}
        </p>
        <p className="mt-1.5 wrap-anywhere" lang="en">
          {whyEn}
        </p>
        <dl className="[&:not(:has(span:not(:empty),mark:not(:empty)))]:hidden">
          <FactRow
            label={t('answers:request-refused.received')}
            shown={{
              before: answer.receivedBefore,
              differs: answer.receivedDiffers,
              after: answer.receivedAfter,
            }}
          />
          <FactRow
            label={t('answers:request-refused.registered')}
            shown={{
              before: answer.nearestBefore,
              differs: answer.nearestDiffers,
              after: answer.nearestAfter,
            }}
          />
          <FactRow
            label={t('answers:request-refused.also')}
            shown={{ before: answer.otherRegistered }}
          />
        </dl>
        <p className="mt-1.5 wrap-anywhere">{t('errors:reference', { id: reference })}</p>
      </section>
      <div className="mt-5">
        <AppsLink />
      </div>
    </Column>
  );
}
