// Below the code: when it was made, its remaining lifetime, and a button for a new one. The countdown writes into its
// own node, so that React renders nothing again.

import { textLink } from '@brama/ui/text-link.ts';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Trans } from '../../../i18n/trans.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { beatMs, codeLifeMs } from '../state/timings.ts';
import type { Code } from './codes.ts';
import { loadCodePlate } from './load-code-plate.ts';

const CodeProgress = lazy(async () => ({ default: (await loadCodePlate()).CodeProgress }));

const emptyBar = <div className="h-1.5 rounded-full bg-arch-deep" />;
const locales = { uk: 'uk-UA', en: 'en-GB' } as const;

/** Returns hours and minutes in 24-hour format, in both languages. */
function useClockTime(at: Date): string {
  const format = new Intl.DateTimeFormat(locales[useLanguage()], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(at);
}

function Updated({ at }: { at: Date }) {
  const { t } = useTranslation('diia');
  const time = useClockTime(at);
  return (
    <p>
      <Trans
        components={{ time: <time dateTime={at.toISOString()} /> }}
        text={t('qr.updated')}
        values={{ time }}
      />
    </p>
  );
}

function Countdown({ code }: { code: Code }) {
  const { t } = useTranslation('diia');
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const write = () => {
      const left = Math.ceil((code.shownAt + codeLifeMs - performance.now()) / 1000);
      if (words.current)
        words.current.textContent = t('qr.next-short', { seconds: Math.max(0, left) });
    };
    write();
    const timer = setInterval(write, beatMs);
    return () => clearInterval(timer);
  }, [code, t]);
  return <p aria-hidden="true" className="motion-reduce:hidden" data-countdown="" ref={words} />;
}

type CodeTimesProps = { code: Code | undefined; onRenew: () => void };

export function CodeTimes({ code, onRenew }: CodeTimesProps) {
  const { t } = useTranslation('diia');
  return (
    <div className="mt-4 print:hidden">
      <div className="min-h-1.5 motion-reduce:min-h-9">
        {code ? (
          <Suspense fallback={emptyBar}>
            <CodeProgress code={code} />
          </Suspense>
        ) : (
          emptyBar
        )}
      </div>
      <div className="mt-2 flex min-h-5.25 flex-wrap justify-between gap-x-4 text-muted text-sm">
        {code ? (
          <>
            <Updated at={code.updatedAt} />
            <Countdown code={code} />
          </>
        ) : null}
      </div>
      <button
        className={`${textLink} mt-1 inline-flex min-h-8 items-center gap-2 text-sm ${code ? '' : 'invisible'}`}
        onClick={onRenew}
        type="button"
      >
        <RefreshCw aria-hidden="true" size={16} />
        {t('qr.refresh')}
      </button>
    </div>
  );
}
