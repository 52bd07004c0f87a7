// Advice for browsers inside messengers, with the address to open in a real browser.

import { Alert } from '@brama/ui/alert.tsx';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

const inAppNames =
  /Telegram|Instagram|FBA[NV]|FB_IAB|Messenger|Viber|TikTok|musical_ly|LinkedInApp|Snapchat|; wv\)/;

/**
 * Recognises browsers inside messengers. They close when the user leaves for Diia, and share no session with the real browser.
 */
export function isInAppBrowser(userAgent: string, globals: object = {}): boolean {
  // Telegram's user agent has no name, but its bridge object is visible
  return (
    inAppNames.test(userAgent) || 'TelegramWebviewProxy' in globals || 'TelegramWebview' in globals
  );
}

export function InAppHint({ pageLink }: { pageLink: string | undefined }) {
  const { t } = useTranslation('diia');
  const [copied, setCopied] = useState(false);
  // absent on pages served over plain http
  const mayCopy = pageLink !== undefined && navigator.clipboard !== undefined;
  const copy = () =>
    void navigator.clipboard.writeText(pageLink ?? '').then(
      () => setCopied(true),
      // copying failed; the menu described in the text still works
      () => setCopied(false),
    );
  return (
    <Alert className="mt-5" kind="info" title={t('in-app.title')}>
      <p>{t('in-app.text')}</p>
      {mayCopy ? (
        <button
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-[0.18em]"
          onClick={copy}
          type="button"
        >
          {t('in-app.copy')}
        </button>
      ) : null}
      <p className="text-sm" role="status">
        {copied && t('in-app.copied')}
      </p>
    </Alert>
  );
}
