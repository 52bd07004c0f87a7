// Sets the title in the browser's tab, for example “Сервіси — Брама”.
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

/** `page` is the page's own part of the title. */
export function usePageTitle(page: string, prefix?: string): void {
  const { t } = useTranslation('common');
  const title = t('page-title', { page });
  useEffect(() => {
    document.title = prefix === undefined ? title : `${prefix} ${title}`;
  }, [title, prefix]);
}

/** Sets the title. If the form failed, the title begins with “Error:”. `page` is the page's own part of the title. */
export function useErrorTitle(page: string, failed: boolean): void {
  const { t } = useTranslation('common');
  // the layout sets its own title once, after this component, so the prefix follows later
  const [begun, setBegun] = useState(false);
  useEffect(() => setBegun(true), []);
  usePageTitle(page, begun && failed ? t('error-prefix') : undefined);
}
