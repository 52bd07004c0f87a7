// Shown instead of the requested page when the page belongs to one user and another is signed in. It names neither user
// and works without JavaScript.

import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { SignOutForm } from '../interaction/sign-out-form.tsx';

export function Screen() {
  const { t } = useTranslation('errors');
  return (
    <Column>
      <ClosedGate className="mb-6" />
      <PageHead lead={t('user-changed.text')}>{t('user-changed.title')}</PageHead>
      <div className="mt-7 flex flex-wrap items-center gap-3">
        <a className={buttonClass('primary')} href={`/${useLanguage()}/apps`}>
          {t('user-changed.action')}
        </a>
        {/* the form contains no user hash, so it ends any session of this browser */}
        <SignOutForm>
          <Button look="secondary" type="submit">
            {t('user-changed.sign-out')}
          </Button>
        </SignOutForm>
      </div>
    </Column>
  );
}
