// Chooses a file by a button or by dropping it, and refuses one that is too large before it is sent.
import { maxImportBytes, maxSheetBytes, maxSheetRows } from '@brama/contract/admin/imports/columns';
import { buttonClass } from '@brama/ui/button.tsx';
import { type DragEvent, useId, useState } from 'react';
import { numberText, sizeText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';

const accepted = '.csv,.tsv,.txt,.jsonl,.ndjson,.xlsx,text/csv,text/tab-separated-values';

type FileChoiceProps = {
  file: File | undefined;
  onChoose: (file: File) => void;
  isDisabled: boolean;
};

/** Returns why a file cannot be sent. */
function refusalOf({ size, name }: File): string | undefined {
  const t = wordsOf('import-files');
  const max = name.toLowerCase().endsWith('.xlsx') ? maxSheetBytes : maxImportBytes;
  if (size === 0) return t('file.empty');
  if (size <= max) return undefined;
  return t('file.too-large', { size: sizeText(size), max: sizeText(max) });
}

export function FileChoice({ file, onChoose, isDisabled }: FileChoiceProps) {
  const t = wordsOf('import-files');
  const id = useId();
  const [error, setError] = useState<string>();
  const [isOver, setOver] = useState(false);
  const take = (chosen: File | undefined) => {
    if (!chosen || isDisabled) return;
    const refusal = refusalOf(chosen);
    setError(refusal);
    if (refusal === undefined) onChoose(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to use the input
    <div
      className={`flex max-w-dialog flex-col items-start gap-3 rounded-card border-2 border-dashed p-4 sm:p-6 ${isOver ? 'border-brand bg-brand-tint' : 'border-line-strong'}`}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDrop={drop}
    >
      {file ? (
        <p className="wrap-anywhere font-medium">
          {t('file.chosen', { name: file.name, size: sizeText(file.size) })}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <input
          accept={accepted}
          aria-describedby={`${id}-note`}
          aria-invalid={error === undefined ? undefined : true}
          className="peer sr-only"
          disabled={isDisabled}
          id={id}
          onChange={({ target }) => {
            take(target.files?.[0]);
            // the same file can be chosen again
            target.value = '';
          }}
          type="file"
        />
        <label
          className={`${buttonClass(file ? 'secondary' : 'primary')} cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand peer-disabled:cursor-default peer-disabled:opacity-60`}
          htmlFor={id}
        >
          {t(file ? 'file.other' : 'file.choose')}
        </label>
        <span className="text-text-2">{t('file.drop')}</span>
      </div>
      <p className="text-muted text-sm" id={`${id}-note`}>
        {t('file.rules', {
          size: sizeText(maxImportBytes),
          sheet: sizeText(maxSheetBytes),
          rows: numberText(maxSheetRows),
        })}
      </p>
      <div className="empty:-mt-3" role="alert">
        {error === undefined ? null : <p className="font-medium text-error-ink text-sm">{error}</p>}
      </div>
    </div>
  );
}
