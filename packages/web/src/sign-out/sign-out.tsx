// An application asks to end the session, and the user decides. A plain form, so that it works without JavaScript.
// `proof` binds the form to the question.

import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { AppsLink } from '../interaction/apps-link.tsx';
import { noteSignOut } from '../session/note-sign-out.ts';
import { Button } from '../ui/button.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ClosedGate } from '../ui/pictures/closed-gate.tsx';

export function Screen() {
  const { t } = useTranslation('interaction');
  const { application, action, proof } = usePageProps('sign-out');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHeading
        lead={
          application === '' ? t('sign-out.text-anybody') : t('sign-out.text', { app: application })
        }
      >
        {t('sign-out.title')}
      </PageHeading>
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
