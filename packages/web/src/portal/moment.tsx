// A moment in its short form. The whole date and time is in its `title`.

import { useTranslation } from '../i18n/use-translation.ts';
import { fullText, momentText, timeText, useReader } from './moments.ts';

/** `isUnderDay`: a heading names the day. */
export function Moment({ at, isUnderDay = false }: { at: string; isUnderDay?: boolean }) {
  const { t } = useTranslation('account');
  const reader = useReader();
  const text = isUnderDay ? timeText : momentText;
  return (
    <time dateTime={at} title={fullText(at, reader)}>
      {text(at, reader, t('just-now'))}
    </time>
  );
}
