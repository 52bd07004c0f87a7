// The pages of a sign-out that an application has asked for.

import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { AppsLink } from '../interaction/apps-link.tsx';
import { noteSignOut } from '../session/forget-user.ts';

/**
 * An application asks to end the session, and the user decides. A plain form, so that it works without JavaScript. `proof` binds the
 * form to the question.
 */
export function SignOut() {
  const { t } = useTranslation('interaction');
  const { application, action, proof } = usePageProps('sign-out');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHead
        lead={
          application === '' ? t('sign-out.text-anybody') : t('sign-out.text', { app: application })
        }
      >
        {t('sign-out.title')}
      </PageHead>
      <form
        action={action}
        className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3"
        method="post"
        onSubmit={noteSignOut}
      >
        <input name="proof" type="hidden" value={proof} />
        <Button look="primary" type="submit">
          {t('sign-out.action')}
        </Button>
        <AppsLink />
      </form>
    </Column>
  );
}

/** After a sign-out that some applications could not be notified of. Names them and leads back. */
export function SignedOut() {
  const { t } = useTranslation('interaction');
  const { notNotified, href } = usePageProps('signed-out');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHead lead={t('signed-out.text', { apps: notNotified })}>
        {t('signed-out.title')}
      </PageHead>
      <div className="mt-7">
        <a className={buttonClass('primary')} href={href}>
          {t('signed-out.action')}
        </a>
      </div>
    </Column>
  );
}
