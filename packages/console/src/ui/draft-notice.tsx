// Says that a form shows an unfinished draft, and offers to discard it.
import { wordsOf } from '../i18n/words.ts';

export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const t = wordsOf('shell');
  return (
    <p className="text-sm text-text-2" role="status">
      {t('form.draft')}{' '}
      <button className="text-link" onClick={onDiscard} type="button">
        {t('form.discard')}
      </button>
    </p>
  );
}
