// The account menu: the name of the signed-in user, “My data”, the password page and sign-out. A <details> element, so
// that it opens without JavaScript.

import { consolePath } from '@brama/contract/admin/paths';
import type { AccountMenu as Account } from '@brama/contract/pages/account/menu';
import { passwordPath } from '@brama/contract/paths';
import { ChevronDown } from '@brama/ui/icons/chevron-down.ts';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import { useRef } from 'react';
import { ForeignText } from '../../frame/foreign-text.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SignOutForm } from '../../interaction/sign-out-form.tsx';
import { useCloseOnLeave } from './use-close-on-leave.ts';
import { useIsSignedOut } from './use-is-signed-out.ts';

const entry =
  'flex min-h-11 w-full items-center rounded-chip px-3 text-start font-medium text-ink hover:bg-sunken';

export function AccountMenu({ account }: { account: Account }) {
  const { t } = useTranslation('account-menu');
  const language = useLanguage();
  const details = useRef<HTMLDetailsElement>(null);
  useCloseOnLeave(details);
  const isSignedOut = useIsSignedOut(account);
  if (isSignedOut) return null;
  const { userHash, name, fullName, hasRole } = account;
  return (
    <details className="account-menu relative print:hidden" ref={details}>
      <summary className="flex min-h-11 items-center gap-2 rounded-chip font-medium text-ink hover:text-brand">
        <CircleUserRound aria-hidden="true" className="shrink-0" size={24} />
        <span className="sr-only">{t('label')}</span>
        <span className="max-w-20 truncate sm:max-w-48">
          <ForeignText>{name}</ForeignText>
        </span>
        <ChevronDown aria-hidden="true" className="chevron-down shrink-0" size={18} />
      </summary>
      <div className="absolute end-0 z-20 mt-1 w-64 max-w-[calc(100vw-2rem)] rounded-card border border-line-strong bg-surface p-2 shadow-card">
        <p className="mb-1 border-line border-b px-3 pt-1 pb-2 font-semibold wrap-anywhere">
          <ForeignText>{fullName}</ForeignText>
        </p>
        <a className={entry} href={`/${language}/account`}>
          {t('data')}
        </a>
        <a className={entry} href={`/${language}/${passwordPath}`}>
          {t('password')}
        </a>
        {hasRole ? (
          <a className={entry} href={`/${language}/${consolePath}`}>
            {t('administration')}
          </a>
        ) : null}
        <SignOutForm className="mt-1 border-line border-t pt-1" userHash={userHash}>
          <button className={entry} type="submit">
            {t('sign-out')}
          </button>
        </SignOutForm>
      </div>
    </details>
  );
}
