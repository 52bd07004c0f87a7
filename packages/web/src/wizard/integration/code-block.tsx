// A block of code to copy. Where the clipboard is not available, the code is selected instead.
import { Check } from '@brama/ui/icons/check.ts';
import { Copy } from '@brama/ui/icons/copy.ts';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useCopy } from './use-copy.ts';

/** Returns the code with quoted strings coloured. The text does not change. */
function coloured(code: string): ReactNode[] {
  return code.split(/("[^"\n]*"|'[^'\n]*')/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name
      <span className="code-text" key={index}>
        {part}
      </span>
    ),
  );
}

function select(element: HTMLElement | null) {
  if (element) getSelection()?.selectAllChildren(element);
}

/** “Copy”, then “Copied” for two seconds. Both share one grid cell, so that the button keeps its width. */
const labelCell = 'col-start-1 row-start-1';

function CopyLabel({ isCopied }: { isCopied: boolean }) {
  const { t } = useTranslation('button-wizard');
  return (
    <span className="inline-grid">
      <span className={`${labelCell} ${isCopied ? 'invisible' : ''}`}>{t('copy.action')}</span>
      <span className={`${labelCell} ${isCopied ? '' : 'invisible'}`}>{t('copy.done')}</span>
    </span>
  );
}

type CodeBlockProps = {
  label: string;
  code: string;
  note?: string;
  /** Text of the toast. Defaults to “script copied”. */
  copied?: string;
};

export function CodeBlock({ label, code, note, copied }: CodeBlockProps) {
  const { t } = useTranslation('button-wizard');
  const labelId = useId();
  const text = useRef<HTMLElement>(null);
  const { isCopied, hasFailed, copy } = useCopy({
    onCopied: () => showToast({ kind: 'success', title: copied ?? t('copy-success') }),
    onFailed: () => select(text.current),
  });
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="mt-5 first:mt-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 grow basis-48 font-semibold text-ink leading-snug" id={labelId}>
          {label}
        </h3>
        <button
          className="with-script inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control border-[1.5px] border-line-strong bg-surface px-3.5 py-1.5 font-semibold text-ink text-sm hover:border-ink"
          onClick={() => copy(code)}
          type="button"
        >
          <Icon aria-hidden="true" size={18} />
          <CopyLabel isCopied={isCopied} />
          <span className="sr-only"> {label}</span>
        </button>
      </div>
      {/* biome-ignore-start lint/a11y: it scrolls, so the keyboard must reach it and learn its name */}
      <pre aria-labelledby={labelId} className="code" role="group" tabIndex={0}>
        <code ref={text}>{coloured(code)}</code>
      </pre>
      {/* biome-ignore-end lint/a11y: it scrolls */}
      <p className="mt-2 text-error-ink text-sm empty:hidden" role="status">
        {hasFailed ? t('copy.failed') : null}
      </p>
      {note === undefined ? null : <p className="mt-2 text-muted text-sm">{note}</p>}
    </div>
  );
}
