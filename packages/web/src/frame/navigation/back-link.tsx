// One step back in the history of this browser. Without such a step, or if it leads to another site, it is a link to
// the home page, as without JavaScript.
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { MouseEvent } from 'react';
import { leadsBack } from '../../browser/address.ts';
import { usePageAddress } from '../../browser/page-address.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

function goBack(event: MouseEvent): void {
  const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (modified || !leadsBack(history.length, document.referrer, location.origin)) return;
  event.preventDefault();
  history.back();
}

export function BackLink() {
  const { t } = useTranslation('common');
  const href = `/${useLanguage()}/${usePageAddress().carried}`;
  return (
    <a
      className="mb-2 inline-flex min-h-11 items-center gap-2 rounded-chip font-medium text-brand hover:text-brand-hover print:hidden"
      href={href}
      onClick={goBack}
    >
      <ArrowLeft aria-hidden="true" size={20} />
      {t('actions.back')}
    </a>
  );
}
