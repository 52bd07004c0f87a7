// The title of the page in the browser's tab: «Сервіси — Брама».
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Screen } from '../screens.ts';

export type TitleKey = Screen['title'] | 'errors:not-found.page-title' | 'errors:route.page-title';

/** Sets the document's title; answers with the page's own part of it. */
export function usePageTitle(key: TitleKey, prefix?: string): string {
  const { t } = useTranslation(['common', 'errors', 'apps']);
  const page = t(key);
  const title = t('common:page-title', { page });
  useEffect(() => {
    document.title = prefix === undefined ? title : `${prefix} ${title}`;
  }, [title, prefix]);
  return page;
}
