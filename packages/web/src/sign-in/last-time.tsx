// “You signed in this way last time”, on the method that was used. Only this browser knows it, so it appears after
// hydration; it overlaps an edge and shifts nothing.
import type { MethodId } from '@brama/contract/pages/login-page';
import { useSyncExternalStore } from 'react';
import { readLastMethod } from '../browser/storage/last-method.ts';
import { useTranslation } from '../i18n/use-translation.ts';

const neverChanges = () => () => undefined;
const atFirst = () => undefined;

export function LastTime({ method, className }: { method: MethodId; className: string }) {
  const { t } = useTranslation('login');
  const last = useSyncExternalStore(neverChanges, readLastMethod, atFirst);
  if (last !== method) return null;
  return (
    <span
      className={`absolute rounded-full border border-transparent bg-brand-tint px-2.5 py-0.5 font-medium text-brand text-xs ${className}`}
      data-last-time=""
    >
      {t('last-time')}
    </span>
  );
}
