// The code to embed: HTML and React in two sections each, a plain link, and a picture for pages without scripts.
import { addressOf } from '@brama/signin-button/options';
import * as snippets from '@brama/signin-button/snippets';
import { Card } from '@brama/ui/card.tsx';
import { useButtonFacts } from '../../browser/button-facts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Configuration, optionsOf } from '../configuration.ts';
import { Disclosure } from '../fields/disclosure.tsx';
import { ShareLink } from '../share-link.tsx';
import { CodeBlock } from './code-block.tsx';
import { Tabs } from './tabs.tsx';

function StrictPolicy() {
  const { t } = useTranslation('button-wizard');
  const { origin, pinned } = useButtonFacts();
  if (!pinned) return null;
  return (
    <div className="mt-5 -mb-4">
      <Disclosure title={t('integration.strict.title')}>
        <CodeBlock
          code={snippets.pinnedScriptSnippet(origin, pinned)}
          label={t('integration.strict.pinned')}
          note={t('integration.strict.pinned-note')}
        />
        <CodeBlock
          code={snippets.policySnippet(origin)}
          label={t('integration.strict.policy')}
          note={t('integration.strict.policy-note')}
        />
      </Disclosure>
    </div>
  );
}

function Note({ children }: { children: string }) {
  return <p className="mt-3 text-muted text-sm">{children}</p>;
}

export function Integration({ configuration }: { configuration: Configuration }) {
  const { t } = useTranslation('button-wizard');
  const { origin } = useButtonFacts();
  const options = optionsOf(configuration);
  const address = addressOf(origin, {
    ...options,
    appId: options.appId === '' ? snippets.placeholderId : options.appId,
  });
  const panels = {
    html: (
      <>
        <CodeBlock code={snippets.scriptSnippet(origin)} label={t('integration.html.script')} />
        <CodeBlock
          code={snippets.markupSnippet(origin, options)}
          label={t('integration.html.markup')}
        />
        <StrictPolicy />
      </>
    ),
    react: (
      <>
        <CodeBlock code={snippets.hookSnippet(origin)} label={t('integration.react.hook')} />
        <CodeBlock
          code={snippets.componentSnippet(origin, options)}
          label={t('integration.react.component')}
        />
        <Note>{t('integration.react.note')}</Note>
      </>
    ),
    link: (
      <>
        <CodeBlock
          code={snippets.linkSnippet(origin, options)}
          label={t('integration.link.markup')}
        />
        <CodeBlock code={address} label={t('integration.link.address')} />
        <Note>{t('integration.link.note')}</Note>
      </>
    ),
    picture: (
      <>
        <CodeBlock
          code={snippets.pictureSnippet(origin, options)}
          label={t('integration.picture.html')}
        />
        <CodeBlock
          code={snippets.markdownSnippet(origin, options)}
          label={t('integration.picture.markdown')}
        />
        <Note>{t('integration.picture.note')}</Note>
      </>
    ),
  };
  const ids = ['html', 'react', 'link', 'picture'] as const;
  return (
    <section aria-labelledby="integration">
      <Card className="sm:p-6">
        <h2 className="mb-3 font-semibold text-lg leading-snug tracking-tight" id="integration">
          {t('integration.title')}
        </h2>
        <Tabs
          label={t('integration.ways')}
          tabs={ids.map((id) => ({
            id,
            label: t(`integration.tabs.${id}`),
            panel: panels[id],
          }))}
        />
        <div className="with-script mt-4 border-line border-t pt-2">
          <ShareLink configuration={configuration} />
        </div>
      </Card>
    </section>
  );
}
