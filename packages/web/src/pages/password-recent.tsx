// A first password is chosen only soon after signing in: leads through a sign-out back to here. A plain form, so that it
// works without JavaScript.
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { SignOutForm } from './sign-out-form.tsx';

export function Screen() {
  const { t } = useTranslation('password');
  return (
    <Column>
      <PageHeading lead={t('password-recent.text')}>{t('password-recent.title')}</PageHeading>
      <SignOutForm className="mt-7">
        <Button look="primary" type="submit">
          {t('password-recent.action')}
        </Button>
      </SignOutForm>
    </Column>
  );
}
