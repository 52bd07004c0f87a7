// Terms of use of the sign-in, in plain words.

import { usePageAddress } from '../browser/page-address.ts';
import { ContactLink } from '../frame/contact-link.tsx';
import { RichLink, richText } from '../frame/rich-text.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { LegalPage } from './legal-page.tsx';
import { termsSections } from './legal-sections.ts';

const updated = '2026-11-22';

export function Screen() {
  const { t } = useTranslation('terms-of-use');
  const language = useLanguage();
  const { carried } = usePageAddress();
  const parts = {
    ...richText,
    contact: <ContactLink subject={t('subject')} />,
    contacts: <RichLink href="#contact" />,
    support: <RichLink href={`/${language}/faq${carried}#support`} />,
    shared: <RichLink href={`/${language}/faq${carried}#shared-computer`} />,
    privacy: <RichLink href={`/${language}/privacy-policy${carried}`} />,
  };
  const sections = termsSections.map((id) => ({
    id,
    title: t(`sections.${id}.title`),
    text: <Trans components={parts} text={t(`sections.${id}.text`)} />,
  }));
  return (
    <LegalPage
      sections={sections}
      summary={<Trans components={parts} text={t('summary')} />}
      title={t('page-title')}
      updated={updated}
    />
  );
}
