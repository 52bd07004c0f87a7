// What those who hear the page are told of the code: that it ends soon, and that there is a new one.
// Nothing else, or it would talk all the time; and nothing that has become untrue.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Code } from './code/codes.ts';
import { announceLeftMs, codeLifeMs } from './state/timings.ts';

/** `code`: the one that can be scanned now. */
export function Announcer({ code }: { code: Code | undefined }) {
  const { t } = useTranslation('diia');
  const [said, setSaid] = useState('');
  const heard = useRef(false);

  useEffect(() => {
    if (!code) return setSaid('');
    // the first one is what the page is about
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
