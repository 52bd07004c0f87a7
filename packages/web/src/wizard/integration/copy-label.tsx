// “Copy”, then “Copied” for two seconds. Both share one grid cell, so that the button keeps its width.
import { useTranslation } from '../../i18n/use-translation.ts';

const word = 'col-start-1 row-start-1';

export function CopyLabel({ isCopied }: { isCopied: boolean }) {
  const { t } = useTranslation('button-wizard');
  return (
    <span className="inline-grid">
      <span className={`${word} ${isCopied ? 'invisible' : ''}`}>{t('copy.action')}</span>
      <span className={`${word} ${isCopied ? '' : 'invisible'}`}>{t('copy.done')}</span>
    </span>
  );
}
