// A user who signs in by other ways chooses a first password.
import { useTranslation } from 'react-i18next';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PasswordChoiceForm } from './password-choice-form.tsx';

export function Screen() {
  const { t } = useTranslation('password');
  return (
    <Column>
      <div className="mb-7">
        <PageHeading lead={t('password-set.text')}>{t('password-set.title')}</PageHeading>
      </div>
      <PasswordChoiceForm asksCurrent={false} />
    </Column>
  );
}
