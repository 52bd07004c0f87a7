// The title of a page whose form did not do its work says so first, as on the sign-in page.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from './use-page-title.ts';

/** `page` is the page's own part of the title. */
export function useErrorTitle(page: string, failed: boolean): void {
  const { t } = useTranslation('common');
  // the page around sets its title once, after us
  const [begun, setBegun] = useState(false);
  useEffect(() => setBegun(true), []);
  usePageTitle(page, begun && failed ? t('error-prefix') : undefined);
}
