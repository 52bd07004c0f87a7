// One question of the help page. It opens without JavaScript and when the address names it. In print all questions are
// open.
import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { ChevronRight } from '@brama/ui/icons/chevron-right.ts';
import { usePageAddress } from '../browser/page-address.ts';
import { AnchorLink } from '../frame/anchor-link.tsx';
import { RichLink, richText } from '../frame/rich-text.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import type { QuestionId } from './faq-questions.ts';

export function Question({ id }: { id: QuestionId }) {
  const { t } = useTranslation('faq');
  const language = useLanguage();
  const { carried } = usePageAddress();
  const title = t(`questions.${id}.title`);
  const parts = {
    ...richText,
    support: <RichLink href="#support" />,
    home: <RichLink href={`/${language}/${carried}`} />,
    activity: <RichLink href={`/${language}/${accountSectionPath('activity')}`} />,
    recovery: <RichLink href={`/${language}/recovery${carried}`} />,
    account: <RichLink href={`/${language}/${accountSectionPath('sign-in-methods')}`} />,
    privacy: <RichLink href={`/${language}/privacy-policy${carried}`} />,
    ended: <RichLink href="#session-ended" />,
    wrong: <RichLink href="#wrong-data" />,
    diia: <RichLink href={`/${language}/diia`} />,
    wizard: <RichLink href={`/${language}/button-wizard`} />,
  };
  return (
    <div className="group relative border-line border-b">
      <details className="question" id={id}>
        <summary className="flex min-h-13 items-center gap-3 rounded-chip py-3 pe-12 font-semibold text-md leading-snug hover:text-brand">
          <ChevronRight aria-hidden="true" className="chevron shrink-0 text-muted" size={20} />
          <h3 className="text-balance">{title}</h3>
        </summary>
        <div className="max-w-prose ps-8 pb-5 text-text-2">
          <Trans components={parts} text={t(`questions.${id}.answer`)} />
        </div>
      </details>
      <AnchorLink
        className="absolute end-0 top-1"
        copied={t('copied')}
        id={id}
        label={t('copy', { title })}
      />
    </div>
  );
}
