// Copies the address of the page with this configuration.
import { Check } from '@brama/ui/icons/check.ts';
import { textLink } from '@brama/ui/text-link.ts';
import Link from 'lucide-react/icons/link';
import { useTranslation } from '../i18n/use-translation.ts';
import { showToast } from '../ui/toast/toast.ts';
import { type Configuration, queryOf } from './configuration.ts';
import { useCopy } from './integration/use-copy.ts';

export function ShareLink({ configuration }: { configuration: Configuration }) {
  const { t } = useTranslation('button-wizard');
  const { isCopied, hasFailed, copy } = useCopy({
    onCopied: () => showToast({ kind: 'success', title: t('share-success') }),
  });
  const address = () => `${location.origin}${location.pathname}${queryOf(configuration)}`;
  const Icon = isCopied ? Check : Link;
  return (
    <div className="with-script">
      <button
        className={`${textLink} inline-flex min-h-11 items-center gap-2 text-start [&>svg]:shrink-0`}
        onClick={() => copy(address())}
        type="button"
      >
        <Icon aria-hidden="true" size={18} />
        {t('share')}
      </button>
      <p className="text-error-ink text-sm empty:hidden" role="status">
        {hasFailed ? t('share-error') : null}
      </p>
    </div>
  );
}
