// The reference code of an error, apart from the text around it, with a button that copies it.
import { useAnnounce } from './announcements.tsx';
import { useIsBeforeHydration } from './hooks/use-is-before-hydration.ts';
import { useTemporary } from './hooks/use-temporary.ts';
import { Check } from './icons/check.ts';
import { Copy } from './icons/copy.ts';

type ReferenceCodeProps = {
  /** For example “Reference code”. */
  label: string;
  code: string;
  words: { copy: string; copied: string; failed: string };
  className?: string | undefined;
};

export function ReferenceCode({ label, code, words, className = '' }: ReferenceCodeProps) {
  return (
    <p className={`flex flex-wrap items-center gap-x-2 text-sm ${className}`}>
      <span>{label}</span>
      <span className="inline-flex min-w-0 items-center gap-1">
        <code
          className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-ink wrap-anywhere select-all"
          translate="no"
        >
          {code}
        </code>
        <CopyCode code={code} words={words} />
      </span>
    </p>
  );
}

function CopyCode({ code, words }: Pick<ReferenceCodeProps, 'code' | 'words'>) {
  const [outcome, setOutcome] = useTemporary<'copied' | 'failed'>();
  const announce = useAnnounce();
  const isBeforeHydration = useIsBeforeHydration();
  // absent on pages served over plain http
  if (isBeforeHydration || !navigator.clipboard) return null;
  const show = (ended: 'copied' | 'failed') => {
    setOutcome(ended);
    announce(words[ended]);
  };
  const copy = () =>
    void navigator.clipboard.writeText(code).then(
      () => show('copied'),
      () => show('failed'),
    );
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <>
      <button
        aria-label={words.copy}
        className="grid size-8 shrink-0 place-items-center rounded-chip hover:text-brand print:hidden"
        onClick={copy}
        type="button"
      >
        <Icon size={16} />
      </button>
      <span role="status">{outcome && words[outcome]}</span>
    </>
  );
}
