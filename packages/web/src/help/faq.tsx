// The help page: questions with answers, and the support contacts.

import { Announcements } from '@brama/ui/announcements.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { BackLink } from '../frame/navigation/back-link.tsx';
import { RichLink } from '../frame/rich-text.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { type Audience, audiences, questionsOf } from './faq-questions.ts';
import { MoreHelp } from './more-help.tsx';
import { Question } from './question.tsx';
import { SupportCard } from './support-card.tsx';
import { useOpenByHash } from './use-open-by-hash.ts';

function Questions({ audience }: { audience: Audience }) {
  const { t } = useTranslation('faq');
  return (
    <section aria-labelledby={audience} className="mt-9 first:mt-0">
      <h2
        className="border-line-strong border-b pb-2 font-semibold text-lg leading-snug tracking-tight"
        id={audience}
      >
        {t(`audiences.${audience}`)}
      </h2>
      {questionsOf[audience].map((id) => (
        <Question id={id} key={id} />
      ))}
    </section>
  );
}

export function Screen() {
  const { t } = useTranslation('faq');
  useOpenByHash();
  return (
    <Announcements>
      <div className="mx-auto max-w-page">
        <BackLink />
        <PageHead
          lead={<Trans components={{ support: <RichLink href="#support" /> }} text={t('lead')} />}
        >
          {t('page-title')}
        </PageHead>
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
          <div>
            {audiences.map((audience) => (
              <Questions audience={audience} key={audience} />
            ))}
          </div>
          <div className="lg:sticky lg:top-6">
            <SupportCard />
            <MoreHelp />
          </div>
        </div>
      </div>
    </Announcements>
  );
}
