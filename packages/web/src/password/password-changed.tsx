// The page after a password has been saved.

import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { buttonClass } from '../ui/button.tsx';
import { OpenGate } from '../ui/pictures/open-gate.tsx';
import { SignedInColumn } from './signed-in-column.tsx';
import { SignedInHeading } from './signed-in-heading.tsx';

export function Screen() {
  const { t } = useTranslation('password');
  return (
    <SignedInColumn short>
      <OpenGate className="mb-6" />
      <SignedInHeading lead={t('password-changed.text')}>
        {t('password-changed.title')}
      </SignedInHeading>
      <div className="mt-7">
        <a className={buttonClass('primary')} href={`/${useLanguage()}/apps`}>
          {t('password-changed.action')}
        </a>
      </div>
    </SignedInColumn>
  );
}
