// The content of “My data”: every field that the server returns about the user, in its order. All else is on the account page.

import { fullNameIn } from '@brama/contract/api/full-name';
import { accountPath } from '@brama/contract/pages/account/sections';
import { Announcements } from '@brama/ui/announcements.tsx';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import Printer from 'lucide-react/icons/printer';
import { ForeignText } from '../../frame/foreign-text.tsx';
import { HelpLink } from '../../frame/help-link.tsx';
import { Trans } from '../../i18n/trans.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/use-user.ts';
import { ProfileFields } from './profile/profile-fields.tsx';
import { useValueText } from './profile-value.ts';

export function MyData() {
  const { t } = useTranslation('profile');
  const text = useValueText();
  const language = useLanguage();
  const user = useUser();
  return (
    <Announcements>
      <p className="mb-4 hidden print:block">
        <b className="font-semibold text-lg">
          <ForeignText>{fullNameIn(language, user)}</ForeignText>
        </b>
        <br />
        {t('printed', { when: text(new Date().toISOString()) })}
      </p>
      <p className="mb-5 text-text-2 print:hidden">
        <Trans components={{ help: <HelpLink /> }} text={t('description')} />
      </p>
      <ProfileFields />
      <div className="mt-5 flex flex-wrap gap-3 print:hidden">
        <a className={buttonClass('primary')} href={`/${language}/${accountPath}`}>
          {t('account')}
        </a>
        <Button
          icon={<Printer aria-hidden="true" size={18} />}
          look="secondary"
          onClick={() => print()}
        >
          {t('print')}
        </Button>
      </div>
    </Announcements>
  );
}
