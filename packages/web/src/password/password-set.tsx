// The page where a user who has signed in without a password chooses a first one.
import { useTranslation } from '../i18n/use-translation.ts';
import { PasswordChoiceForm } from './password-choice-form.tsx';
import { SignedInColumn } from './signed-in-column.tsx';
import { SignedInHeading } from './signed-in-heading.tsx';

export function Screen() {
  const { t } = useTranslation('password');
  return (
    <SignedInColumn>
      <div className="mb-7">
        <SignedInHeading lead={t('password-set.text')}>{t('password-set.title')}</SignedInHeading>
      </div>
      <PasswordChoiceForm asksCurrent={false} />
    </SignedInColumn>
  );
}
