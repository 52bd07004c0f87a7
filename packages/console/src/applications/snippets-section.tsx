// What the developer of the application needs: settings of well-known clients, and the record as a manifest.
import { useAnnounce } from '@brama/ui/announcements.tsx';
import { Button } from '@brama/ui/button.tsx';
import { useTemporary } from '@brama/ui/hooks/use-temporary.ts';
import { ChevronDown } from '@brama/ui/icons/chevron-down.ts';
import { wordsOf } from '../i18n/words.ts';
import { Section } from '../ui/page.tsx';
import { iconNameOf } from './application-fields.ts';
import type { Application } from './queries.ts';
import { manifestOf, type Snippet, snippetsOf } from './snippets.ts';

export function SnippetsSection({ application }: { application: Application }) {
  const t = wordsOf('applications');
  const { id, protocol, icon } = application;
  const snippets = [
    ...snippetsOf({ id, protocol, origin: location.origin }),
    { name: t('snippets.manifest'), text: manifestOf(application, iconNameOf(icon)) },
  ];
  return (
    <Section id="snippets" lead={t('snippets.about')} title={t('snippets.title')}>
      {snippets.map((snippet) => (
        <SnippetText key={snippet.name} snippet={snippet} />
      ))}
    </Section>
  );
}

function SnippetText({ snippet: { name, text } }: { snippet: Snippet }) {
  const t = wordsOf('applications');
  const shell = wordsOf('shell');
  const announce = useAnnounce();
  const [outcome, setOutcome] = useTemporary<'done' | 'failed'>();
  const show = (ended: 'done' | 'failed') => {
    setOutcome(ended);
    announce(shell(`copy.${ended}`));
  };
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => show('done'),
      () => show('failed'),
    );
  return (
    <details className="border-line border-b py-1">
      <summary className="flex min-h-11 items-center gap-2 rounded-chip font-medium hover:text-brand">
        <ChevronDown aria-hidden="true" className="chevron-down shrink-0" size={18} />
        {name}
      </summary>
      <pre className="mb-2 overflow-x-auto rounded-chip bg-sunken p-3 text-xs" translate="no">
        {text}
      </pre>
      {/* absent on pages served over plain http */}
      {navigator.clipboard ? (
        <Button className="mb-3" look="secondary" onClick={copy} type="button">
          {outcome ? shell(`copy.${outcome}`) : t('snippets.copy', { name })}
        </Button>
      ) : null}
    </details>
  );
}
