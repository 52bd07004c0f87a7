// What can be done after an import has been compared or has failed. Its stored file, or the register, is imported really. A file can be chosen
// again.
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
import { CompareRegisterButton, readRegister } from './read-register.tsx';

const dayMs = 24 * 3_600_000;

/** Returns until when the file of an import is stored. */
const keptUntil = ({ createdAt }: Import) =>
  momentText(new Date(Date.parse(createdAt) + dayMs).toISOString());

type RepeatButtonProps = {
  one: Import;
  /** Of a dry run: it is imported really. Otherwise it is only compared again. */
  isFirst: boolean;
  /** Read from the register instead of a stored file. */
  isRegister?: boolean;
};

/** Imports the stored file, or the register. A new import begins, whose page opens. */
export function RepeatButton({ one, isFirst, isRegister = false }: RepeatButtonProps) {
  const t = wordsOf('imports');
  const repeat = async () => {
    if (isRegister) return readRegister(one.source, { isDryRun: false, isFull: !one.isIncrement });
    const { id } = await dataOf(
      admin.POST('/api/admin/imports/{id}/repeat', { params: { path: { id: one.id } } }),
    );
    goTo(hrefOf(`/imports/${id}`));
  };
  const act = one.stops.length > 0 ? 'send' : 'now';
  const question = isRegister && act === 'now' ? 'register' : act;
  return (
    <ActButton
      act={repeat}
      changes={[importsKey, sourcesKey]}
      done={t('repeat.started')}
      look={isFirst ? 'primary' : 'secondary'}
      {...(isFirst && {
        confirm: {
          title: t(`repeat.${question}-question`),
          text: <Effect isRegister={isRegister} one={one} />,
        },
      })}
    >
      {t(isFirst ? `repeat.${act}` : 'repeat.again')}
    </ActButton>
  );
}

/** What will happen after “Import now” or “Send for approval”. */
function Effect({ one, isRegister }: { one: Import; isRegister: boolean }) {
  const t = wordsOf('imports');
  const { stops, counts } = one;
  if (stops.length === 0)
    return (
      <p>
        {effectText(counts)} {t(isRegister ? 'repeat.register-writes' : 'repeat.writes')}
      </p>
    );
  return (
    <>
      <p>{t(isRegister ? 'repeat.register-waits' : 'repeat.waits')}</p>
      <ul className="list-disc ps-5">
        {stops.map((stop) => (
          <li key={`${stop.code} ${stop.field}`}>{stopText(stop)}</li>
        ))}
      </ul>
    </>
  );
}

/** Shown for a dry run, and for a failed import. */
export function NextSection({ one }: { one: Import }) {
  const t = wordsOf('imports');
  const may = useMay();
  const query = useQuery(sourceQuery(one.source));
  if (query.isPending || !may('users.import')) return null;
  return (
    <Section id="next" title={t('repeat.title')}>
      <QueryState query={query}>
        {({ kind }) => (kind === 'file' ? <Next one={one} /> : <NextOfRegister one={one} />)}
      </QueryState>
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
            <Effect isRegister={false} one={one} />
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

function NextOfRegister({ one }: { one: Import }) {
  if (one.state !== 'compared') return <CompareRegisterButton source={one.source} />;
  return (
    <div className="flex max-w-prose flex-col items-start gap-4">
      <div>
        <Effect isRegister one={one} />
      </div>
      <RepeatButton isFirst isRegister one={one} />
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
  const { row, column, columns, sheet, sheets } = errorPlace;
  if (sheet !== null) return t('repeat.where-sheet', { sheet, sheets: sheets.join(', ') });
  if (columns.length > 0) return t('repeat.where-columns', { columns: columns.join(', ') });
  if (row === null) return null;
  return column === null
    ? t('repeat.where-row', { row: numberText(row) })
    : t('repeat.where-cell', { row: numberText(row), column: numberText(column) });
}
