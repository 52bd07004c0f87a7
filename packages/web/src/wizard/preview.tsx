// The button itself, drawn by the script that others include, on the grounds it may meet. A click does not lead away
// from the page: it opens the sign-in beside it, or asks for the id that is missing.
import { addressOf, attributesOf, captionOf } from '@brama/signin-button/options';
import { placeholderId } from '@brama/signin-button/snippets';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useButtonFacts } from '../button-facts.ts';
import { Alert } from '../ui/alert.tsx';
import { Card } from '../ui/card.tsx';
import { focusAppId } from './app-id-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { type Configuration, optionsOf } from './configuration.ts';
import type { KnownApplications } from './known-applications.ts';
import { Readout } from './readout.tsx';
import { TryLink, trialOf } from './try-link.tsx';
import { useButtonScript } from './use-button-script.ts';
import type { TrialControl } from './use-trial.ts';

const grounds = ['light', 'dark', 'photo'] as const;
const widths = ['full', 'phone'] as const;
type Ground = (typeof grounds)[number];
type Width = (typeof widths)[number];

function Stage({ configuration, ground, width, ...trying }: StageProps) {
  const { t } = useTranslation('button-wizard');
  const { origin } = useButtonFacts();
  const stage = useRef<HTMLDivElement>(null);
  const given = optionsOf(configuration);
  // the script draws nothing for nobody
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
  /** The middle button opens the address itself in a tab, where there is one. */
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
      <div className="stage" data-ground={ground} data-width={width} ref={stage}>
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

type PreviewProps = {
  configuration: Configuration;
  known: KnownApplications;
  control: TrialControl;
};
type StageProps = PreviewProps & { ground: Ground; width: Width };

export function Preview(props: PreviewProps) {
  const { configuration, known, control } = props;
  const { t } = useTranslation('button-wizard');
  const [ground, setGround] = useState<Ground>('light');
  const [width, setWidth] = useState<Width>('full');
  const name = useId();
  return (
    <section aria-labelledby="preview" className="with-script">
      <Card className="sm:p-6">
        <h2 className="mb-4 font-semibold text-lg leading-snug tracking-tight" id="preview">
          {t('preview.title')}
        </h2>
        <Stage {...props} ground={ground} width={width} />
        <div className="mt-4 flex flex-wrap gap-x-8 gap-y-4">
          <ChoiceField
            choices={grounds.map((value) => ({ value, label: t(`preview.ground.${value}`) }))}
            legend={t('preview.ground.label')}
            name={`${name}-ground`}
            onChoose={setGround}
            value={ground}
          />
          <ChoiceField
            choices={widths.map((value) => ({ value, label: t(`preview.width.${value}`) }))}
            legend={t('preview.width.label')}
            name={`${name}-width`}
            onChoose={setWidth}
            value={width}
          />
        </div>
        <Readout configuration={configuration} />
        <TryLink
          appId={configuration.appId.trim()}
          control={control}
          known={known}
          locale={configuration.locale}
        />
      </Card>
    </section>
  );
}
