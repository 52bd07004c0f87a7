// The reference code of an error, with the words of the page.
import { ReferenceCode } from '@brama/ui/reference-code.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

export function Reference({ id, className }: { id: string; className?: string }) {
  const { t } = useTranslation('common');
  const words = {
    copy: t('reference.copy'),
    copied: t('reference.copied'),
    failed: t('reference.failed'),
  };
  return (
    <ReferenceCode className={className} code={id} label={t('reference.label')} words={words} />
  );
}
