// The end of a list that comes in pages. Each page has an address, so that Back returns to the page before.
import { buttonClass } from '@brama/ui/button.tsx';
import { wordsOf } from '../i18n/words.ts';

type PagerProps = {
  /** `next` of the list: the cursor of the next page. */
  next: string | null;
  /** The cursor of this page. */
  cursor: string | undefined;
  /** Returns the address of the page with this cursor; without one that of the first page. */
  hrefOf: (cursor: string | undefined) => string;
};

export function Pager({ next, cursor, hrefOf }: PagerProps) {
  const t = wordsOf('shell');
  if (next === null && cursor === undefined) return null;
  return (
    <nav aria-label={t('pager.label')} className="mt-4 flex flex-wrap gap-3 print:hidden">
      {cursor === undefined ? null : (
        <a className={buttonClass('secondary')} href={hrefOf(undefined)}>
          {t('pager.first')}
        </a>
      )}
      {next === null ? null : (
        <a className={buttonClass('secondary')} href={hrefOf(next)} rel="next">
          {t('pager.next')}
        </a>
      )}
    </nav>
  );
}
