// Copies one value; says so where it was pressed. Not there where the browser has no clipboard for pages.
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useTranslation } from 'react-i18next';
import { usePassing } from '../../ui/hooks/use-temporary.ts';

export function CopyValue({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation('profile');
  const [outcome, setOutcome] = usePassing<'copied' | 'failed'>();

  // absent on pages that came over plain http
  if (!navigator.clipboard) return null;

  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <>
      <span className="self-center text-muted text-sm" role="status">
        {outcome && t(`copy.${outcome}`)}
      </span>
      <button
        aria-label={t('copy.action', { field: name })}
        className="-my-2 grid size-11 shrink-0 place-items-center rounded-chip text-muted hover:bg-sunken hover:text-ink print:hidden"
        onClick={copy}
        type="button"
      >
        <Icon aria-hidden="true" size={18} />
      </button>
    </>
  );
}
