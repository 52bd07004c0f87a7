// Shown when a user chooses a first password too long after signing in. Its form signs the user out and leads back here
// after a new sign-in. A plain form, so that it works without JavaScript.

import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { SignOutForm } from '../interaction/sign-out-form.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { SignedInColumn } from './signed-in-column.tsx';

export function Screen() {
  const { t } = useTranslation('password');
  const { userHash } = usePageProps('password-recent');
  return (
    <SignedInColumn short>
      <PageHeading lead={t('password-recent.text')}>{t('password-recent.title')}</PageHeading>
      <SignOutForm className="mt-7" userHash={userHash}>
        <Button look="primary" type="submit">
          {t('password-recent.action')}
        </Button>
      </SignOutForm>
    </SignedInColumn>
  );
}
