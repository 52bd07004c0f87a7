// The content of “My data”: every field that the server returns about the user, in its order. After the session has
// ended, one message replaces it.

import { fullNameIn } from '@brama/contract/api/full-name';
import { accountPath } from '@brama/contract/pages/account/sections';
import { passwordPath } from '@brama/contract/paths';
import { Announcements } from '@brama/ui/announcements.tsx';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { SessionEnded } from '@brama/ui/session-ended.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useEffect, useState } from 'react';
import { signInHref } from '../../browser/address.ts';
import { onRefusal } from '../../browser/refusals.ts';
import { leaveNote } from '../../browser/storage/page-notes.ts';
import { ForeignText } from '../../frame/foreign-text.tsx';
import { HelpLink } from '../../frame/help-link.tsx';
import { Trans } from '../../i18n/trans.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/use-user.ts';
import { AccessSection } from './access/access-section.tsx';
import { GoogleSection } from './google/google-section.tsx';
import { ProfileFields } from './profile/profile-fields.tsx';
import { useValueText } from './profile-value.ts';
import { SessionSection } from './sessions/session-section.tsx';

function PasswordSection() {
  const { t } = useTranslation('profile');
  return (
    <section aria-labelledby="password" className="mt-7 border-line border-t pt-5 print:hidden">
      <h3 className="mb-3 font-semibold text-md" id="password">
        {t('password.title')}
      </h3>
      <a className={buttonClass('secondary')} href={`/${useLanguage()}/${passwordPath}`}>
        {t('password.change')}
      </a>
    </section>
  );
}

const queries = new QueryClient();

/** One cache of queries lasts as long as the page. */
export function MyData() {
  return (
    <QueryClientProvider client={queries}>
      <MyDataContent />
    </QueryClientProvider>
  );
}

function MyDataContent() {
  const { t } = useTranslation('profile');
  const text = useValueText();
  const language = useLanguage();
  const user = useUser();
  const [ended, setEnded] = useState(false);
  useEffect(() => onRefusal('session.required', () => setEnded(true)), []);
  if (ended) return <Ended />;
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
        <a className={buttonClass('secondary')} href={`/${language}/${accountPath}`}>
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
      <PasswordSection />
      <GoogleSection />
      <SessionSection />
      <AccessSection />
    </Announcements>
  );
}

function Ended() {
  const { t } = useTranslation('profile');
  return (
    <div role="alert">
      <SessionEnded
        action={t('session-ended.action')}
        href={signInHref(useLanguage(), '', true)}
        onClick={() => leaveNote('open-my-data')}
        text={t('session-ended.text')}
        title={t('session-ended.title')}
      />
    </div>
  );
}
