// The sign-in method that was used last in this browser: the page offers it first, with the label “You used this last time”. Only
// this browser knows it, so the label appears after hydration; it overlaps an edge and shifts nothing.
import type { MethodId } from '@brama/contract/pages/login-page';
import { useSyncExternalStore } from 'react';
import { readLastMethod } from '../browser/storage/last-method.ts';
import { useTranslation } from '../i18n/use-translation.ts';

const neverChanges = () => () => undefined;
const atFirst = () => undefined;

/** Returns the method that was used last, if the page offers it. */
export function lastOffered(methods: readonly MethodId[]): MethodId | undefined {
  const last = readLastMethod();
  return last !== undefined && methods.includes(last) ? last : undefined;
}

/** The same; undefined on the server and until hydration. */
export function useLastOffered(methods: readonly MethodId[]): MethodId | undefined {
  return useSyncExternalStore(neverChanges, () => lastOffered(methods), atFirst);
}

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
