// The wizard for the sign-in button: form and preview on the left, code on the right. Common fields come first; rare
// ones are collapsed. The page names only the sandbox and the user’s own applications. Of another id it learns whether it is
// registered.
import { parseAppId } from '@brama/contract/app-id';
import { placeholderId } from '@brama/signin-button/snippets';
import { PageHead } from '@brama/ui/page-head.tsx';
import { memo, useDeferredValue, useRef, useState } from 'react';
import { BackLink } from '../frame/navigation/back-link.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { ConfigurationForm } from './fields/configuration-form.tsx';
import { recognise, useKnownApplications } from './fields/known-applications.ts';
import { useRegistered } from './fields/use-registered.ts';
import { HandIn } from './integration/hand-in.tsx';
import { Integration } from './integration/integration.tsx';
import { ManualCard } from './integration/manual-card.tsx';
import { defaultBackground } from './preview/background-fields.tsx';
import { Preview } from './preview/preview.tsx';
import { useTrial } from './preview/use-trial.ts';
import { useConfiguration } from './use-configuration.ts';

const Code = memo(Integration);

const column = 'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5';

export function Screen() {
  const { t } = useTranslation('button-wizard');
  const form = useRef<HTMLFormElement>(null);
  const { configuration, change, reset } = useConfiguration(form);
  // drawn after the fields, so that typing does not wait
  const shown = useDeferredValue(configuration);
  const known = useKnownApplications();
  const { appId } = configuration;
  const recognised = recognise(appId, known);
  const idState = useRegistered(appId, recognised !== undefined);
  // the sandbox belongs to no integrator, who needs an id of their own
  const isRegistered = idState === 'registered' && recognised?.kind !== 'sandbox';
  const freeId = idState === 'unknown' ? parseAppId(appId.trim()) : undefined;
  const control = useTrial();
  const [background, setBackground] = useState(defaultBackground);
  return (
    <div className="mx-auto max-w-page">
      <BackLink />
      <PageHead lead={t('lead')}>{t('page-title')}</PageHead>
      <noscript>
        <p className="mt-4 max-w-prose">{t('without-script', { placeholder: placeholderId })}</p>
      </noscript>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
        <div className={`with-script ${column}`}>
          <ConfigurationForm
            change={change}
            configuration={configuration}
            idState={idState}
            known={known}
            ref={form}
            reset={reset}
            setBackground={setBackground}
            background={background}
          />
          <Preview configuration={shown} control={control} known={known} background={background} />
        </div>
        <div className={column}>
          <Code configuration={shown} />
          <HandIn freeId={freeId} isRegistered={isRegistered} />
          <ManualCard />
        </div>
      </div>
    </div>
  );
}
