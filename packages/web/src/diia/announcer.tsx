// What those who hear the page are told of the code: that it ends soon, and that there is a new one.
// Nothing else, or it would talk all the time.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Code } from './diia-state.ts';
import { announceLeftMs, codeLifeMs } from './timings.ts';

export function Announcer({ code }: { code: Code | undefined }) {
  const { t } = useTranslation('diia');
  const [said, setSaid] = useState('');
  const heard = useRef(false);

  useEffect(() => {
    if (!code) return;
    // the first one is what the page is about
    setSaid(heard.current ? t('qr.refreshed') : '');
    heard.current = true;
    const seconds = announceLeftMs / 1000;
    const left = code.shownAt + codeLifeMs - announceLeftMs - performance.now();
    const timer = setTimeout(() => setSaid(t('qr.next', { count: seconds })), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [code, t]);

  return (
    <p className="sr-only" data-announcer="" role="status">
      {said}
    </p>
  );
}
