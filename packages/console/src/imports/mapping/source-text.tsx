// A source as the text that the command reads, for copying and as a file.
import { useAnnounce } from '@brama/ui/announcements.tsx';
import { Button } from '@brama/ui/button.tsx';
import { useTemporary } from '@brama/ui/hooks/use-temporary.ts';
import { wordsOf } from '../../i18n/words.ts';
import { Folded } from '../../ui/folded.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { Source } from '../queries.ts';

type SourceTextProps = { source: Source; mapping: Source['mapping'] };

export function SourceText({ source, mapping }: SourceTextProps) {
  const t = wordsOf('import-files');
  const shell = wordsOf('shell');
  const announce = useAnnounce();
  const [outcome, setOutcome] = useTemporary<'done' | 'failed'>();
  const { name, kind, title, position, settings } = source;
  const text = JSON.stringify({ kind, title, position, settings, mapping }, undefined, 2);
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
    <Folded title={t('mapping.text')}>
      <p className="text-sm text-text-2">{t('mapping.text-hint')}</p>
      <section
        aria-label={t('mapping.text')}
        className="overflow-x-auto rounded-chip bg-sunken p-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide text is scrolled with the keyboard
        tabIndex={0}
      >
        <pre className="text-xs" translate="no">
          {text}
        </pre>
      </section>
      <div className="flex flex-wrap gap-3">
        {/* absent on pages served over plain http */}
        {navigator.clipboard ? (
          <Button look="secondary" onClick={copy} type="button">
            {outcome ? shell(`copy.${outcome}`) : t('mapping.copy')}
          </Button>
        ) : null}
        <Button
          look="secondary"
          onClick={() => saveFile(new Blob([text], { type: 'application/json' }), `${name}.json`)}
          type="button"
        >
          {t('mapping.download')}
        </Button>
      </div>
    </Folded>
  );
}
