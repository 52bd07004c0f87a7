// Copies one value and confirms it next to the button. Hidden where the browser offers no clipboard.

import { useAnnounce } from '@brama/ui/announcements.tsx';
import { useTemporary } from '@brama/ui/hooks/use-temporary.ts';
import { Check } from '@brama/ui/icons/check.ts';
import { Copy } from '@brama/ui/icons/copy.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useWithoutScript } from '../../without-script.tsx';

export function CopyValue({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation('profile');
  const [outcome, setOutcome] = useTemporary<'copied' | 'failed'>();
  const announce = useAnnounce();

  const withoutScript = useWithoutScript();
  // absent on pages served over plain http
  if (withoutScript || !navigator.clipboard) return null;

  const show = (ended: 'copied' | 'failed') => {
    setOutcome(ended);
    announce(t(`copy.${ended}`));
  };
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => show('copied'),
      () => show('failed'),
    );
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <>
      <span aria-hidden="true" className="self-center text-muted text-sm">
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
