// The page where a signed-in user changes the password.
import { useTranslation } from '../i18n/use-translation.ts';
import { PasswordChoiceForm } from './password-choice-form.tsx';
import { SignedInColumn } from './signed-in-column.tsx';
import { SignedInHeading } from './signed-in-heading.tsx';

export function Screen() {
  const { t } = useTranslation('password');
  return (
    <SignedInColumn>
      <div className="mb-7">
        <SignedInHeading lead={t('password.text')}>{t('password.title')}</SignedInHeading>
      </div>
      <PasswordChoiceForm asksCurrent />
    </SignedInColumn>
  );
}
