// Asks the signed-in user to confirm the sign-in of a device. A plain form, so that it works without JavaScript.
// `proof` shows the server that the form comes from this page.

import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Address } from '../ui/address.tsx';

export function Screen() {
  const { t } = useTranslation('interaction');
  const { application, userCode, host, asked, person, action, proof } =
    usePageProps('device-confirm');
  return (
    <Column short>
      <PageHead lead={t('device-confirm.text')}>{t('device-confirm.title')}</PageHead>
      <div className="mt-6">
        <DefinitionRows>
          <DefinitionRow name={t('device-confirm.code')}>
            <span className="code-shown" translate="no">
              {userCode}
            </span>
          </DefinitionRow>
          <DefinitionRow name={t('device-confirm.service')}>
            <span className="font-semibold">{application}</span>{' '}
            <span className="inline-block max-w-full text-muted text-sm">
              <Address>{host}</Address>
            </span>
          </DefinitionRow>
          <DefinitionRow name={t('device-confirm.asked')}>{asked}</DefinitionRow>
        </DefinitionRows>
      </div>
      <Alert className="mt-6" kind="warning" title={t('device-confirm.warning')}>
        <p className="mt-1">{t('device-confirm.warning-text')}</p>
      </Alert>
      <p className="mt-5 text-text-2 wrap-anywhere">{person}</p>
      <form action={action} className="mt-6 flex flex-wrap gap-3" method="post">
        <input name="xsrf" type="hidden" value={proof} />
        <input name="user_code" type="hidden" value={userCode} />
        <Button look="primary" name="confirm" type="submit" value="yes">
          {t('device-confirm.yes')}
        </Button>
        <Button look="secondary" name="abort" type="submit" value="yes">
          {t('device-confirm.no')}
        </Button>
      </form>
    </Column>
  );
}
