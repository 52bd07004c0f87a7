// The password is saved.
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../ui/button.tsx';
import { Column } from '../ui/column.tsx';
import { OpenGate } from '../ui/open-gate.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useLanguage } from '../words/use-language.ts';

export function Screen() {
  const { t } = useTranslation('password');
  return (
    <Column>
      <OpenGate className="mb-6" />
      <PageHeading lead={t('password-changed.text')}>{t('password-changed.title')}</PageHeading>
      <div className="mt-7">
        <a className={buttonClass('primary')} href={`/${useLanguage()}/apps`}>
          {t('password-changed.action')}
        </a>
      </div>
    </Column>
  );
}
