// Advice for browsers inside messengers, with the address to open in a real browser.
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Alert } from '../../ui/alert.tsx';

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
