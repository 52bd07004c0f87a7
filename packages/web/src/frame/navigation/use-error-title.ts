// Sets the page title. If the form failed, the title begins with “Error:”.
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageTitle } from './use-page-title.ts';

/** `page` is the page's own part of the title. */
export function useErrorTitle(page: string, failed: boolean): void {
  const { t } = useTranslation('common');
  // the layout sets its own title once, after this component, so the prefix follows later
  const [begun, setBegun] = useState(false);
  useEffect(() => setBegun(true), []);
  usePageTitle(page, begun && failed ? t('error-prefix') : undefined);
}
