// Shows why a call failed. After the end of the session it leads to the sign-in, and back to this page.
import { Alert } from '@brama/ui/alert.tsx';
import { SessionEnded } from '@brama/ui/session-ended.tsx';
import { signInHref } from '../../browser/address.ts';
import { isSignedOut } from '../../browser/api.ts';
import { usePageAddress } from '../../browser/page-address.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorText } from './error-text.tsx';

export function FailureAlert({ error, title }: { error: unknown; title: string }) {
  const { t } = useTranslation('common');
  if (isSignedOut(error)) return <SessionEndedHere />;
  return (
    <Alert kind="error" prefix={t('error-prefix')} title={title}>
      <ErrorText error={error} />
    </Alert>
  );
}

function SessionEndedHere() {
  const { t } = useTranslation('errors');
  const { path, query } = usePageAddress();
  const language = useLanguage();
  // the server sends a visitor of any other page to the sign-in, and back
  const href = path === 'apps' ? signInHref(language, query, true) : `/${language}/${path}${query}`;
  return (
    <SessionEnded
      action={t('session-ended.action')}
      href={href}
      text={t('session-ended.text')}
      title={t('session-ended.title')}
    />
  );
}
