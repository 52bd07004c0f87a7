// A request of an application that cannot be served: nobody but its owner can mend it. The person is told the
// way back; the owner, in both languages, what was wrong.
import { useTranslation } from 'react-i18next';
import { ClosedGate } from '../ui/closed-gate.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { answer } from './answer-state.ts';
import { AppsLink } from './apps-link.tsx';

export function Screen() {
  const { t } = useTranslation(['answers', 'errors']);
  const { message, whyUk, whyEn, reference } = answer;
  return (
    <Column>
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
        <p className="mt-1.5 wrap-anywhere">{t('errors:reference', { id: reference })}</p>
      </section>
      <div className="mt-5">
        <AppsLink />
      </div>
    </Column>
  );
}
