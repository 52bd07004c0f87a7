// The sign-in method that was used last in this browser: the page offers it first, with the words “You used this last time”. Only
// this browser knows it, so they appear after hydration, where they shift nothing.
import type { MethodId } from '@brama/contract/pages/login-page';
import { useSyncExternalStore } from 'react';
import { readLastMethod } from '../browser/storage/last-method.ts';
import { useTranslation } from '../i18n/use-translation.ts';

const neverChanges = () => () => undefined;
const atFirst = () => undefined;

/** Returns undefined on the server and until hydration. */
export function useLastMethod(): MethodId | undefined {
  return useSyncExternalStore(neverChanges, readLastMethod, atFirst);
}

export function LastTime({ className }: { className: string }) {
  const { t } = useTranslation('login');
  return (
    <span className={`font-medium text-brand ${className}`} data-last-time="">
      {t('last-time')}
    </span>
  );
}
