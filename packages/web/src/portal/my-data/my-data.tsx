// The content of “My data”: every field that the server returns about the user, in its order. After the session has
// ended, one message replaces it.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useEffect, useState } from 'react';
import { signInHref } from '../../browser/address.ts';
import { onRefusal } from '../../browser/refusals.ts';
import { leaveMyDataNote, type MyDataNote } from '../../browser/storage/my-data-note.ts';
import { ForeignText } from '../../frame/foreign-text.tsx';
import { HelpLink } from '../../frame/help-link.tsx';
import { Trans } from '../../i18n/trans.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/use-user.ts';
import { Alert } from '../../ui/alert.tsx';
import { Announcements } from '../../ui/announcements.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { AccessSection } from './access/access-section.tsx';
import { CopyValue } from './copy-value.tsx';
import { GoogleSection } from './google/google-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionSection } from './sessions/session-section.tsx';
import { useFieldLabel } from './use-field-label.ts';
import { useValueText } from './use-value-text.ts';

type MyDataProps = {
  /** Why the dialog opened by itself, if it did. */
  note: MyDataNote | undefined;
};

const queries = new QueryClient();

/** In the browser, where one cache of queries lasts as long as the page. */
export function MyData({ note }: MyDataProps) {
  return (
    <QueryClientProvider client={queries}>
      <MyDataContent note={note} />
    </QueryClientProvider>
  );
}

export function MyDataContent({ note }: MyDataProps) {
  const { t } = useTranslation('profile');
  const label = useFieldLabel();
  const text = useValueText();
  const { data, fullName } = useUser();
  const fields = Object.entries(data);
  const [ended, setEnded] = useState(false);
  useEffect(() => onRefusal('session.required', () => setEnded(true)), []);
  if (ended) return <SessionEnded />;
  return (
    <Announcements>
      <p className="mb-4 hidden print:block">
        <b className="font-semibold text-lg">{fullName}</b>
        <br />
        {t('printed', { when: text(new Date().toISOString()) })}
      </p>
      <p className="mb-5 text-text-2 print:hidden">
        <Trans components={{ help: <HelpLink /> }} text={t('description')} />
      </p>
      {fields.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <dl className="divide-y divide-line border-line border-t">
          {fields.map(([key, value]) => (
            <div className="py-3 sm:grid sm:grid-cols-[1fr_2fr] sm:gap-4" key={key}>
              <dt className="text-muted wrap-anywhere">
                <ForeignText>{t('name', { field: label(key) })}</ForeignText>
              </dt>
              <dd className="flex gap-3">
                <span className="min-w-0 grow wrap-anywhere">
                  <Value value={value} />
                </span>
                {value ? <CopyValue name={label(key)} value={value} /> : null}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Button
        className="with-script mt-5 print:hidden"
        icon={<Printer aria-hidden="true" size={18} />}
        look="secondary"
        onClick={() => print()}
      >
        {t('print')}
      </Button>
      <PasswordSection />
      <GoogleSection note={note} />
      <SessionSection />
      <AccessSection />
    </Announcements>
  );
}

function SessionEnded() {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  return (
    <>
      <div className="mb-5" role="alert">
        <Alert kind="info" title={t('session-ended.title')}>
          <p>{t('session-ended.text')}</p>
        </Alert>
      </div>
      <a
        className={buttonClass('primary')}
        href={signInHref(language, '', true)}
        onClick={() => leaveMyDataNote('open')}
      >
        {t('session-ended.action')}
      </a>
    </>
  );
}

function Value({ value }: { value: string | null }) {
  const { t } = useTranslation('profile');
  const text = useValueText();
  if (value) return <ForeignText>{text(value)}</ForeignText>;
  return (
    <>
      <span aria-hidden="true">{t('empty')}</span>
      <span className="sr-only">{t('empty-label')}</span>
    </>
  );
}
