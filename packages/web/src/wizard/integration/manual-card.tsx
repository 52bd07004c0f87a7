// A link to the integration manual, if this build contains it.

import { CardLink } from '@brama/ui/card.tsx';
import BookOpen from 'lucide-react/icons/book-open';
import { useButtonFacts } from '../../browser/button-facts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

export function ManualCard() {
  const { t } = useTranslation(['button-wizard', 'common']);
  const { manual } = useButtonFacts();
  if (!manual) return null;
  return (
    <CardLink className="flex items-center gap-4" href={manual.path} rel="noopener" target="_blank">
      <BookOpen aria-hidden="true" className="shrink-0 text-brand" size={28} />
      <span>
        <span className="block font-semibold">{t('manual.title')}</span>
        <span className="text-sm text-text-2">
          {t('manual.action', { size: manual.kilobytes })}
          <span className="sr-only"> {t('common:links.new-tab')}</span>
        </span>
      </span>
    </CardLink>
  );
}
