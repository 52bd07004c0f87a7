// The steps for setting up an authenticator app: open it, add the secret by its QR code or by hand, enter the first code.

import { textLink } from '@brama/ui/text-link.ts';
import type { ReactNode } from 'react';
import { usePageProps } from '../../browser/page-props.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Qr } from '../../ui/pictures/qr.tsx';

const pageId = 'second-factor-set-up';

/** `children`: the form of the last step. */
export function AppSteps({ children }: { children: ReactNode }) {
  const { t } = useTranslation(pageId);
  return (
    <ol className="mt-6 space-y-6">
      <Step at={1} title={t('set-up.app.title')}>
        <p className="text-text-2">{t('set-up.app.text')}</p>
      </Step>
      <Step at={2} title={t('set-up.scan.title')}>
        <Secret />
      </Step>
      <Step at={3} title={t('set-up.code.title')}>
        <div className="mt-3">{children}</div>
      </Step>
    </ol>
  );
}

type StepProps = { at: number; title: string; children: ReactNode };

function Step({ at, title, children }: StepProps) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden="true"
        className="grid size-8 place-items-center rounded-full bg-brand-tint font-semibold text-brand"
      >
        {at}
      </span>
      <div className="pt-1">
        <h2 className="mb-1 font-semibold text-md">{title}</h2>
        {children}
      </div>
    </li>
  );
}

function Secret() {
  const { t } = useTranslation(pageId);
  const { secret, uri } = usePageProps(pageId);
  return (
    <>
      <p className="text-text-2">{t('set-up.scan.text')}</p>
      <div className="mt-3 w-fit rounded-control border border-line bg-[#fff]" data-plate="">
        <Qr className="w-56" includeMargin label={t('set-up.scan.label')} value={uri} />
      </div>
      <p className="mt-2">
        <a className={`${textLink} inline-flex min-h-11 items-center`} href={uri}>
          {t('set-up.scan.open')}
        </a>
      </p>
      <p className="mt-1 text-text-2">{t('set-up.scan.by-hand')}</p>
      <p className="mt-1">
        <code className="font-semibold text-ink tracking-wide select-all" translate="no">
          {secret}
        </code>
      </p>
    </>
  );
}
