// The screen while there is a code to scan or a link to open. The server renders both layouts and the style sheet
// chooses by width; after hydration the device decides (device.ts).
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { type ReactNode, useState } from 'react';
import { usePageAddress } from '../../../browser/page-address.ts';
import { ScriptFailure } from '../../../frame/errors/script-failure.tsx';
import { usePageTitle } from '../../../frame/navigation/use-page-title.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Announcer } from '../announcer.tsx';
import { type Device, useDevice } from '../device.ts';
import { Steps, Warning } from '../guidance.tsx';
import { InAppHint, isInAppBrowser } from '../in-app-hint.tsx';
import { OpenApp, OtherDevice } from '../open-app.tsx';
import type { DiiaState } from '../state/diia-state.ts';
import { StatusLine } from '../status-line.tsx';
import { CodeCard } from './code-card.tsx';
import { CodeTimes } from './code-times.tsx';

type CodeViewProps = { state: DiiaState; onRenew: () => void };

/** Returns classes for phones only, or for all devices except phones. */
const onPhone = (device: Device | undefined) =>
  ({ undefined: 'md:hidden', phone: '', tablet: 'hidden', desktop: 'hidden' })[`${device}`];
const elsewhere = (device: Device | undefined) =>
  ({ undefined: 'max-md:hidden', phone: 'hidden', tablet: '', desktop: '' })[`${device}`];
/** On a phone the status and the warning stand above the code, which is only a link there. */
const codeOrder = (device: Device | undefined) =>
  ({ undefined: 'max-md:order-last', phone: 'order-last', tablet: '', desktop: '' })[`${device}`];
const statusOrder = (device: Device | undefined) =>
  ({
    undefined: 'mt-3 max-md:order-first max-md:mt-0 max-md:mb-4',
    phone: 'order-first mb-4',
    tablet: 'mt-3',
    desktop: 'mt-3',
  })[`${device}`];

export function CodeView({ state, onRenew }: CodeViewProps) {
  const device = useDevice();
  const { t } = useTranslation('diia');
  // an earlier end page had changed the title
  usePageTitle(t('title'));
  const [otherDevice, setOtherDevice] = useState(false);
  // a phone that shows a code for another device is treated as a desktop
  const way = device === 'phone' && otherDevice ? 'desktop' : device;
  const link = state.view === 'code' ? state.shown?.deepLink : undefined;
  return (
    <div className="mx-auto grid max-w-form gap-x-16 gap-y-6 lg:max-w-[60rem] lg:grid-cols-[minmax(0,1fr)_380px] lg:grid-rows-[auto_1fr] lg:pt-[clamp(0.5rem,40dvh-18.5rem,12rem)]">
      <div>
        <Head way={way} />
        {device !== undefined && isInAppBrowser(navigator.userAgent, window) ? (
          <InAppHint pageLink={state.shown?.pageLink} />
        ) : null}
        <div className={`with-script mt-5 grid gap-1 ${onPhone(device)}`}>
          {otherDevice ? null : <OpenApp deepLink={link} look="primary" />}
          <OtherDevice
            chosen={otherDevice}
            hidden={link === undefined && !otherDevice}
            onChoose={setOtherDevice}
          />
        </div>
      </div>
      <NeedsScript className={`mx-auto w-full max-w-[380px] lg:row-span-2 ${codeOrder(way)}`}>
        <CodeCard onRenew={onRenew} opens={way === 'phone'} state={state} />
        <CodeTimes code={state.view === 'code' ? state.shown : undefined} onRenew={onRenew} />
        <StatusLine className={statusOrder(way)} state={state} />
        {device === 'tablet' ? (
          <div className="mt-4">
            <OpenApp deepLink={link} look="secondary" />
          </div>
        ) : null}
        <Announcer code={state.view === 'code' ? state.shown : undefined} />
      </NeedsScript>
      <div className="with-script grid content-start gap-6">
        <div className={elsewhere(way)}>
          <Steps />
        </div>
        <Warning />
      </div>
    </div>
  );
}

function Head({ way }: { way: Device | undefined }) {
  const { t } = useTranslation('diia');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <>
      <a
        className="mb-2 inline-flex min-h-11 items-center gap-1.5 rounded-chip font-medium text-brand hover:text-brand-hover print:hidden"
        href={`/${language}/${carried}`}
      >
        <ChevronLeft aria-hidden="true" size={20} />
        {t('back')}
      </a>
      <h1
        className="mb-2 font-bold text-2xl leading-[1.15] tracking-[-0.02em]"
        id="heading"
        tabIndex={-1}
      >
        {t('title')}
      </h1>
      <p className={`with-script text-text-2 ${onPhone(way)}`}>{t('description-mobile')}</p>
      <p className={`with-script text-text-2 ${elsewhere(way)}`}>{t('description-desktop')}</p>
    </>
  );
}

/** Content that needs JavaScript. Without it there is no code, and the place of the code stays empty. */
function NeedsScript({ className, children }: { className: string; children: ReactNode }) {
  const { t } = useTranslation('diia');
  return (
    <div className={className}>
      <ScriptFailure>
        <div className="with-script flex flex-col">{children}</div>
      </ScriptFailure>
      <noscript>
        <p className="rounded-control border border-transparent bg-info-tint px-4 py-3.5 text-info-ink">
          {t('without-script')}
        </p>
      </noscript>
    </div>
  );
}
