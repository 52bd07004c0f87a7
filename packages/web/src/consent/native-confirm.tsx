// Asks the user to confirm a sign-in that a native application started. A plain form, so that it works without
// JavaScript. `proof` binds the form to the question.

import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useSingleSubmit } from '../interaction/use-single-submit.ts';

export function Screen() {
  const { t } = useTranslation('interaction');
  const { application, receiver, person, action, proof } = usePageProps('native-confirm');
  const onSubmit = useSingleSubmit();
  return (
    <Column>
      <PageHead lead={t('native-confirm.text')}>{t('native-confirm.title')}</PageHead>
      <div className="mt-6">
        <DefinitionRows>
          <DefinitionRow name={t('native-confirm.app')}>
            <span className="font-semibold">{application}</span>
          </DefinitionRow>
          <DefinitionRow name={t('native-confirm.receiver')}>{receiver}</DefinitionRow>
        </DefinitionRows>
      </div>
      <Alert className="mt-6" kind="warning" title={t('native-confirm.warning')}>
        <p className="mt-1">{t('native-confirm.warning-text')}</p>
      </Alert>
      <form action={action} className="mt-6" method="post" onSubmit={onSubmit}>
        <input name="proof" type="hidden" value={proof} />
        <div className="flex flex-wrap gap-3">
          <Button look="primary" name="decision" type="submit" value="allow">
            {t('native-confirm.yes')}
          </Button>
          <Button look="secondary" name="decision" type="submit" value="refuse">
            {t('native-confirm.no')}
          </Button>
        </div>
        <p className="mt-5 text-sm text-text-2 wrap-anywhere">
          {person}{' '}
          <button
            className={`${textLink} min-h-6 cursor-pointer text-start`}
            name="decision"
            type="submit"
            value="another-user"
          >
            {t('consent.another-user')}
          </button>
        </p>
      </form>
    </Column>
  );
}
