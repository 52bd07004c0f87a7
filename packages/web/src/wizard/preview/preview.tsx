// The real button, drawn by the public script on a chosen background. It stays visible while options change. A click
// opens sign-in in a new tab, or asks for the missing id.
import { addressOf, attributesOf, captionOf } from '@brama/signin-button/options';
import { placeholderId } from '@brama/signin-button/snippets';
import { Alert } from '@brama/ui/alert.tsx';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useButtonFacts } from '../../browser/button-facts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Configuration, optionsOf } from '../configuration.ts';
import { focusAppId } from '../fields/app-id-field.tsx';
import type { KnownApplications } from '../fields/known-applications.ts';
import type { Background } from './background-fields.tsx';
import { TrialStatus } from './trial-status.tsx';
import { focusTryLink, TryLink, trialOf } from './try-link.tsx';
import { useButtonScript } from './use-button-script.ts';
import type { TrialControl } from './use-trial.ts';

type PreviewProps = {
  configuration: Configuration;
  background: Background;
  known: KnownApplications;
  control: TrialControl;
};

function Stage({ configuration, background, ...trying }: PreviewProps) {
  const { t } = useTranslation('button-wizard');
  const { origin } = useButtonFacts();
  const stage = useRef<HTMLDivElement>(null);
  const given = optionsOf(configuration);
  // the script draws nothing without an id
  const options = given.appId === '' ? { ...given, appId: placeholderId } : given;
  const attributes = Object.fromEntries(attributesOf(options));
  const status = useButtonScript(JSON.stringify(attributes));

  const onClick = useEffectEvent((event: Event) => {
    event.preventDefault();
    if (given.appId === '') return focusAppId();
    const { isTrial, href } = trialOf({ appId: given.appId, locale: given.locale, ...trying });
    if (isTrial) trying.control.begin();
    open(href, '_blank', 'noopener');
  });
  /** A middle click opens the address of the button itself in a tab. */
  const onClickBeside = useEffectEvent((event: MouseEvent) => {
    if (event.button !== 1 || given.appId !== '') return;
    event.preventDefault();
    focusAppId();
  });
  useEffect(() => {
    const element = stage.current;
    const listenBeside = (event: MouseEvent) => onClickBeside(event);
    const listen = (event: Event) => onClick(event);
    element?.addEventListener('kpi-id:click', listen);
    element?.addEventListener('auxclick', listenBeside);
    return () => {
      element?.removeEventListener('kpi-id:click', listen);
      element?.removeEventListener('auxclick', listenBeside);
    };
  }, []);

  return (
    <>
      <div
        className="stage"
        data-ground={background.ground}
        data-width={background.width}
        ref={stage}
      >
        <div className="stage-place">
          <div id="kpi_id_signin" {...attributes}>
            <a href={addressOf(origin, options)}>{captionOf(options)}</a>
          </div>
        </div>
      </div>
      <div role="alert">
        {status === 'failed' ? (
          <Alert className="mt-3" kind="error" title={t('preview.error')} />
        ) : null}
      </div>
    </>
  );
}

export function Preview(props: PreviewProps) {
  const { configuration, known, control } = props;
  const { t } = useTranslation('button-wizard');
  return (
    <section
      aria-labelledby="preview"
      className="preview with-script border-line-strong bg-surface text-ink"
    >
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 sm:flex-col sm:items-start sm:justify-center">
        <h2 className="font-semibold leading-snug tracking-tight" id="preview">
          {t('preview.title')}
        </h2>
        <TryLink
          appId={configuration.appId.trim()}
          control={control}
          known={known}
          locale={configuration.locale}
        />
      </div>
      <div className="min-w-0">
        <Stage {...props} />
      </div>
      <TrialStatus
        cancel={() => {
          control.cancel();
          // the pressed button disappears, so focus moves here
          focusTryLink();
        }}
        trial={control.trial}
      />
    </section>
  );
}
