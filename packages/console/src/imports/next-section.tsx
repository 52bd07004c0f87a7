// What can be done after an import has been compared or has failed: import its stored file really, or choose a file again.
import { buttonClass } from '@brama/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { momentText, numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { effectText, stopText } from './import-text.ts';
import { type Import, importsKey, sourceQuery, sourcesKey } from './queries.ts';

const dayMs = 24 * 3_600_000;

/** Returns until when the file of an import is stored. */
const keptUntil = ({ createdAt }: Import) =>
  momentText(new Date(Date.parse(createdAt) + dayMs).toISOString());

type RepeatButtonProps = {
  one: Import;
  /** Of a dry run: it is imported really. Otherwise it is only compared again. */
  isFirst: boolean;
};

/** Imports the stored file. A new import begins, whose page opens. */
export function RepeatButton({ one, isFirst }: RepeatButtonProps) {
  const t = wordsOf('imports');
  const repeat = async () => {
    const { id } = await dataOf(
      admin.POST('/api/admin/imports/{id}/repeat', { params: { path: { id: one.id } } }),
    );
    goTo(hrefOf(`/imports/${id}`));
  };
  const act = one.stops.length > 0 ? 'send' : 'now';
  return (
    <ActButton
      act={repeat}
      changes={[importsKey, sourcesKey]}
      done={t('repeat.started')}
      look={isFirst ? 'primary' : 'secondary'}
      {...(isFirst && {
        confirm: { title: t(`repeat.${act}-question`), text: <Effect one={one} /> },
      })}
    >
      {t(isFirst ? `repeat.${act}` : 'repeat.again')}
    </ActButton>
  );
}

/** What will happen after “Import now” or “Send for approval”. */
function Effect({ one: { stops, counts } }: { one: Import }) {
  const t = wordsOf('imports');
  if (stops.length === 0)
    return (
      <p>
        {effectText(counts)} {t('repeat.writes')}
      </p>
    );
  return (
    <>
      <p>{t('repeat.waits')}</p>
      <ul className="list-disc ps-5">
        {stops.map((stop) => (
          <li key={`${stop.code} ${stop.field}`}>{stopText(stop)}</li>
        ))}
      </ul>
    </>
  );
}

/** Shown for a dry run, and for a failed import of a file. */
export function NextSection({ one }: { one: Import }) {
  const t = wordsOf('imports');
  const may = useMay();
  const query = useQuery(sourceQuery(one.source));
  if (query.isPending || !may('users.import')) return null;
  if (query.data && query.data.kind !== 'file') return null;
  return (
    <Section id="next" title={t('repeat.title')}>
      <QueryState query={query}>{() => <Next one={one} />}</QueryState>
    </Section>
  );
}

function Next({ one }: { one: Import }) {
  const t = wordsOf('imports');
  const isDryRun = one.state === 'compared';
  return (
    <div className="flex max-w-prose flex-col items-start gap-4">
      {isDryRun && one.hasFile ? (
        <>
          <div>
            <Effect one={one} />
          </div>
          <RepeatButton isFirst one={one} />
          <p className="text-muted text-sm">{t('repeat.kept', { when: keptUntil(one) })}</p>
        </>
      ) : (
        <Choose isDryRun={isDryRun} one={one} />
      )}
    </div>
  );
}

function Choose({ one, isDryRun }: { one: Import; isDryRun: boolean }) {
  const t = wordsOf('imports');
  return (
    <>
      {isDryRun ? <p>{t('repeat.gone')}</p> : null}
      <a className={buttonClass('primary')} href={hrefOf(`/imports/sources/${one.source}/import`)}>
        {t(isDryRun ? 'repeat.choose' : 'repeat.other-file')}
      </a>
    </>
  );
}

/** Returns where in its file an import has failed. */
export function placeText({ errorPlace }: Import): string | null {
  const t = wordsOf('imports');
  if (errorPlace === null) return null;
  const { row, column, columns } = errorPlace;
  if (columns.length > 0) return t('repeat.where-columns', { columns: columns.join(', ') });
  if (row === null) return null;
  return column === null
    ? t('repeat.where-row', { row: numberText(row) })
    : t('repeat.where-cell', { row: numberText(row), column: numberText(column) });
}
