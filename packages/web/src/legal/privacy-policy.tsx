// The privacy policy: what Brama stores, why, for how long, and who receives it. It describes the database tables,
// cookies, browser storage and log. A change of those requires a change of its text and date.
import { languageCookie, languageStorageKey } from '@brama/contract/paths';
import { themeStorageKey } from '../browser/storage/first-script.ts';
import { ContactLink } from '../frame/contact-link.tsx';
import { richText } from '../frame/rich-text.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { LegalPage } from './legal-page.tsx';
import { privacySections } from './legal-sections.ts';

const updated = '2026-11-25';

/** Names of what stays in the browser; e2e/pages/content.spec.ts checks them against a real visit. */
const names = {
  languageCookie: languageCookie(true),
  languageKey: languageStorageKey,
  sessionCookie: '__Host-brama_session',
  diiaCookie: '__Host-brama_diia',
  googleCookie: '__Host-brama_google_…',
  passkeyCookie: '__Host-brama_passkey',
  deviceCookie: '__Host-brama_device',
  returnToCookie: '__Host-brama_way_back',
  noticeCookie: '__Host-brama_notice',
  browserCookie: '__Host-brama_browser',
  securePrefix: '__Host-',
  themeKey: themeStorageKey,
  methodKey: 'brama.last-method',
  codesKey: 'brama.diia-codes',
  wizardKey: 'button-wizard',
  ticketKey: 'brama.received-ticket',
  noteKey: 'brama.my-data',
};

export function Screen() {
  const { t } = useTranslation('privacy-policy');
  const parts = { ...richText, contact: <ContactLink subject={t('subject')} /> };
  const sections = privacySections.map((id) => ({
    id,
    title: t(`sections.${id}.title`),
    text: <Trans components={parts} text={t(`sections.${id}.text`)} values={names} />,
  }));
  return (
    <LegalPage
      sections={sections}
      summary={<Trans components={parts} text={t('summary')} />}
      title={t('page-title')}
      updated={updated}
    />
  );
}
