// The checkbox “This is a shared computer”, for every sign-in method. Without JavaScript the form sends it, and styles show
// those links of the other methods that carry the choice.
import { sharedComputerParameter } from '@brama/contract/sign-in/return-params';
import type { ReactNode } from 'react';
import { CurrentAddress, usePageAddress } from '../browser/page-address.ts';
import { useTranslation } from '../i18n/use-translation.ts';

type SharedComputerProps = {
  wasShared: boolean;
  /** How long the session lasts without use, in words. */
  idle: string;
  onChange: (isShared: boolean) => void;
};

export function SharedComputer({ wasShared, idle, onChange }: SharedComputerProps) {
  const { t } = useTranslation('login');
  return (
    <div className="mb-4 low:mb-2" data-shared-computer="">
      <label className="flex min-h-11 low:min-h-9 cursor-pointer items-center gap-3">
        <input
          aria-describedby="shared-computer-hint"
          className="size-5 shrink-0 accent-brand"
          defaultChecked={wasShared}
          id="shared-computer"
          name={sharedComputerParameter}
          onChange={(event) => onChange(event.target.checked)}
          type="checkbox"
          value="true"
        />
        {t('shared-computer.label')}
      </label>
      <p className="if-shared -mt-1.5 ps-8 text-sm text-text-2" id="shared-computer-hint">
        {t('shared-computer.hint', { idle })}
      </p>
    </div>
  );
}

/** Returns the query with or without the choice. */
export function withChoice(query: string, isShared: boolean): string {
  const changed = new URLSearchParams(query);
  if (isShared) changed.set(sharedComputerParameter, 'true');
  else changed.delete(sharedComputerParameter);
  return changed.size > 0 ? `?${changed}` : '';
}

/** Renders links twice: with and without the choice in their addresses. Styles show those that fit the checkbox. */
export function SharedChoice({ children }: { children: (marked: boolean) => ReactNode }) {
  const address = usePageAddress();
  const own = withChoice(address.carried, false);
  const shared = withChoice(address.carried, true);
  return (
    <>
      <CurrentAddress value={{ ...address, carried: own }}>
        <div className="unless-shared">{children(true)}</div>
      </CurrentAddress>
      <CurrentAddress value={{ ...address, carried: shared }}>
        <div className="if-shared">{children(false)}</div>
      </CurrentAddress>
    </>
  );
}
