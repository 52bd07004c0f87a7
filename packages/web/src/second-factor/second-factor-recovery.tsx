// The page on which a user enters a recovery code. A plain form, with and without JavaScript.
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { CodeForm } from './code-form.tsx';
import { VerifyPage } from './verify-page.tsx';

export function Screen() {
  const { t } = useTranslation('second-factor');
  const { message } = usePageProps('second-factor-recovery');
  return (
    <VerifyPage lead={t('second-factor-recovery.text')} title={t('second-factor-recovery.title')}>
      <CodeForm
        autoComplete="off"
        hint={t('second-factor-recovery.hint')}
        label={t('second-factor-recovery.label')}
        message={message}
      />
    </VerifyPage>
  );
}
