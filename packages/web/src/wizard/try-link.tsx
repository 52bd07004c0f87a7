// Opens the real sign-in with this id in a tab of its own. Whether the id is known only the sign-in may say.
import { addressOf } from '@brama/signin-button/options';
import ExternalLink from 'lucide-react/icons/external-link';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../ui/button.tsx';

export function TryLink({ appId }: { appId: string }) {
  const { t } = useTranslation(['button-wizard', 'common']);
  if (appId === '')
    return <p className="mt-4 flex min-h-11 items-center text-muted">{t('preview.try-empty')}</p>;
  return (
    <p className="mt-4">
      <a
        className={buttonClass('secondary')}
        href={addressOf('', { appId, state: '' })}
        rel="noopener"
        target="_blank"
      >
        <span className="inline-flex items-center gap-2.5">
          <ExternalLink aria-hidden="true" size={18} />
          {t('preview.try')}
          <span className="sr-only">{t('common:links.new-tab')}</span>
        </span>
      </a>
    </p>
  );
}
