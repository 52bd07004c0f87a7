// The code on its white plate, and its remaining lifetime. Loaded separately, because it contains the QR library.

import { Progress } from '@brama/ui/loading/progress.tsx';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Qr } from '../../../ui/pictures/qr.tsx';
import { codeLifeMs, codeSizePx, fadeMs } from '../state/timings.ts';
import type { Code } from './codes.ts';

const lifeSeconds = codeLifeMs / 1000;
/** Announced steps are coarse, because each one is read out. */
const stepSeconds = 30;

/** Returns the previous code while it fades out. */
function useFading(deepLink: string): string | undefined {
  const [links, setLinks] = useState<{ now: string; before?: string }>({ now: deepLink });
  if (links.now !== deepLink) setLinks({ now: deepLink, before: links.now });
  useEffect(() => {
    if (links.before === undefined) return;
    const timer = setTimeout(() => setLinks({ now: links.now }), fadeMs);
    return () => clearTimeout(timer);
  }, [links]);
  return links.before;
}

export function CodePlate({ deepLink }: { deepLink: string }) {
  const { t } = useTranslation('diia');
  const before = useFading(deepLink);
  const draw = (value: string, className: string) => (
    <div className={`col-start-1 row-start-1 w-full ${className}`} key={value}>
      <Qr
        className="w-full"
        includeMargin={true}
        label={t('qr.label')}
        sizePx={codeSizePx}
        value={value}
      />
    </div>
  );
  return (
    <div className="grid" data-code="">
      {before === undefined ? null : (
        <div aria-hidden="true" className="contents">
          {draw(before, '')}
        </div>
      )}
      {draw(deepLink, before === undefined ? '' : 'fade-in')}
    </div>
  );
}

export function CodeProgress({ code }: { code: Code }) {
  const { t } = useTranslation('diia');
  const leftSeconds = () => Math.max(0, lifeSeconds - (performance.now() - code.shownAt) / 1000);
  const describe = (left: number) =>
    t('qr.next', { count: Math.ceil(left / stepSeconds) * stepSeconds });
  return (
    <Progress describe={describe} label={t('qr.progress')} max={lifeSeconds} read={leftSeconds} />
  );
}
