// The heading of a password page for a signed-in user, with the sign-out button next to it.
import LogOut from 'lucide-react/icons/log-out';
import type { ReactNode } from 'react';
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { SignOutForm } from '../interaction/sign-out-form.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export function SignedInHeading({ children, lead }: { children: ReactNode; lead: string }) {
  const { t } = useTranslation('password');
  const { userHash } = usePageProps('password', 'password-set', 'password-changed');
  return (
    <>
      <div className="mb-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-[1_1_10rem]">
          <PageHeading>{children}</PageHeading>
        </div>
        <SignOutForm className="shrink-0" userHash={userHash}>
          <Button icon={<LogOut aria-hidden="true" size={18} />} look="secondary" type="submit">
            {t('sign-out')}
          </Button>
        </SignOutForm>
      </div>
      <p className="text-text-2">{lead}</p>
    </>
  );
}
