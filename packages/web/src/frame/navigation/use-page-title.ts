// Sets the title in the browser's tab, for example “Сервіси — Брама”.
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

/** `page` is the page's own part of the title. */
export function usePageTitle(page: string, prefix?: string): void {
  const { t } = useTranslation('common');
  const title = t('page-title', { page });
  useEffect(() => {
    document.title = prefix === undefined ? title : `${prefix} ${title}`;
  }, [title, prefix]);
}
