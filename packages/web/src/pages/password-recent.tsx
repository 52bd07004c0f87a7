// A first password is chosen only soon after signing in: leads through a sign-out back to here. A plain form, so that it
// works without JavaScript.
import { paths } from '@brama/contract/paths';
import { useTranslation } from 'react-i18next';
import { forgetUser } from '../forget-user.ts';
import { announce } from '../session-news.ts';
import { Button } from '../ui/button.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** As at the portal; the other tabs are told once the server has answered, which is when this page goes. */
function leave() {
  forgetUser();
  addEventListener('pagehide', () => announce('signed-out'), { once: true });
}

export function Screen() {
  const { t } = useTranslation('password');
  return (
    <Column>
      <PageHeading lead={t('password-recent.text')}>{t('password-recent.title')}</PageHeading>
      <form action={paths.signOut} className="mt-7" method="post" onSubmit={leave}>
        <Button look="primary" type="submit">
          {t('password-recent.action')}
        </Button>
      </form>
    </Column>
  );
}
