// Announces to screen readers that the code expires soon and that a new one is shown. Everything else stays silent,
// and outdated announcements are removed.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Code } from './code/codes.ts';
import { announceLeftMs, codeLifeMs } from './state/timings.ts';

/** `code` is the code that can be scanned now. */
export function Announcer({ code }: { code: Code | undefined }) {
  const { t } = useTranslation('diia');
  const [said, setSaid] = useState('');
  const heard = useRef(false);

  useEffect(() => {
    if (!code) return setSaid('');
    // the first code is the content of the page and needs no announcement
    setSaid(heard.current ? t('qr.refreshed') : '');
    heard.current = true;
    const seconds = announceLeftMs / 1000;
    const left = Math.max(0, code.shownAt + codeLifeMs - performance.now());
    const say = () => setSaid(t('qr.next', { count: seconds }));
    const soon = setTimeout(say, Math.max(0, left - announceLeftMs));
    const over = setTimeout(() => setSaid(''), left);
    return () => {
      clearTimeout(soon);
      clearTimeout(over);
    };
  }, [code, t]);

  return (
    <p className="sr-only" data-announcer="" role="status">
      {said}
    </p>
  );
}
