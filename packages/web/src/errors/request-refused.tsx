// An invalid authorization request, which only the owner of the application can correct. The user gets a way back.
// The owner gets the reason in both languages, and the sent value next to the registered ones.
import type { ComparedText } from '@brama/contract/pages/interaction-pages';
import type { PageProps } from '@brama/contract/pages/page-props';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import { usePageProps } from '../browser/page-props.ts';
import { Reference } from '../frame/errors/reference.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { AppsLink } from '../interaction/apps-link.tsx';
import { Address } from '../ui/address.tsx';

type FactProps = { label: string; parameter: string; text: ComparedText };

function FactRow({ label, parameter, text: { before, differs, after } }: FactProps) {
  return (
    <div className="mt-2">
      <dt>
        {label} <code className="font-mono text-ink">{parameter}</code>
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
        {differs === '' ? null : (
          <mark className="bg-warning-tint font-bold text-warning-ink underline">
            <Address>{differs}</Address>
          </mark>
        )}
        <span>
          <Address>{after}</Address>
        </span>
      </dd>
    </div>
  );
}

type Fact = NonNullable<PageProps['request-refused']['fact']>;

function Facts({ fact: { parameter, received, nearest, others } }: { fact: Fact }) {
  const { t } = useTranslation('interaction');
  const also = { before: others.join('\n'), differs: '', after: '' };
  return (
    <dl>
      {received && (
        <FactRow label={t('request-refused.received')} parameter={parameter} text={received} />
      )}
      {nearest && (
        <FactRow label={t('request-refused.registered')} parameter={parameter} text={nearest} />
      )}
      {others.length > 0 && (
        <FactRow label={t('request-refused.also')} parameter={parameter} text={also} />
      )}
    </dl>
  );
}

export function Screen() {
  const { t } = useTranslation('interaction');
  const { lead, why, fact, reference } = usePageProps('request-refused');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHead lead={lead}>{t('request-refused.title')}</PageHead>
      <section className="mt-6 border-line border-s-2 ps-4 text-sm text-text-2">
        <h2 className="font-medium text-ink">{t('request-refused.for-owner')}</h2>
        <p className="mt-1.5 wrap-anywhere" lang="uk">
          {why.uk}
        </p>
        <p className="mt-1.5 wrap-anywhere" lang="en">
          {why.en}
        </p>
        {fact && <Facts fact={fact} />}
        <Reference className="mt-1.5" id={reference} />
      </section>
      <div className="mt-5">
        <AppsLink />
      </div>
    </Column>
  );
}
