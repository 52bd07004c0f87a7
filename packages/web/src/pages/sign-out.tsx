// An application asks to end the session: the person decides. A plain form, so that it works without
// JavaScript; `proof` shows the server that it came from here.
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { ClosedGate } from '../ui/closed-gate.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { answer } from './answer-state.ts';
import { AppsLink } from './apps-link.tsx';

export function Screen() {
  const { t } = useTranslation('answers');
  const { message: app, wayOn, proof } = answer;
  const lead = app ? t('sign-out.text', { app }) : t('sign-out.text-anybody');
  return (
    <Column>
      <ClosedGate className="mb-6" />
      <PageHeading lead={lead}>{t('sign-out.title')}</PageHeading>
      <form
        action={wayOn}
        className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3"
        method="post"
      >
        <input name="xsrf" type="hidden" value={proof} />
        <input name="logout" type="hidden" value="yes" />
        <Button look="primary" type="submit">
          {t('sign-out.action')}
        </Button>
        <AppsLink />
      </form>
    </Column>
  );
}
