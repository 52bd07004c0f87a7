// Imports a file into a source in three steps: the file, what its columns mean, and the comparison. Nothing changes here.
import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { Progress } from '@brama/ui/loading/progress.tsx';
import { SkeletonRows } from '@brama/ui/loading/skeleton-rows.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useMay } from '../api/me.ts';
import { AdminProblem } from '../api/problem.ts';
import { FileReadError } from '../api/upload.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { NotFoundText } from '../ui/not-found-text.tsx';
import { Page, Section } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { useSectionFocus } from '../ui/use-editing.ts';
import { CompareStep } from './compare-step.tsx';
import { FileChoice } from './file-choice.tsx';
import {
  type Chosen,
  type FileColumns,
  fileReasonOf,
  readValues,
  startBytes,
  useColumns,
} from './file-columns.ts';
import { controlClass, Labelled } from './mapping/controls.tsx';
import { draftOf, missingColumns, usedColumns } from './mapping/mapping-draft.ts';
import { MappingEditor } from './mapping/mapping-editor.tsx';
import { MappingSummary } from './mapping/mapping-summary.tsx';
import type { LoadValues } from './mapping/value-table.tsx';
import { type Source, sourceQuery, titleOfSource } from './queries.ts';

const route = getRouteApi('/imports/sources/$name/import');

export function ImportFilePage() {
  const { name } = route.useParams();
  const query = useQuery(sourceQuery(name));
  if (query.error instanceof AdminProblem && query.error.status === 404) return <NotFoundText />;
  return (
    <QueryState query={query}>
      {(source) => <Loaded key={source.name} source={source} />}
    </QueryState>
  );
}

function Loaded({ source }: { source: Source }) {
  const t = wordsOf('import-files');
  const may = useMay();
  const { name, kind } = source;
  return (
    <Page
      lead={
        <>
          {t('file.lead')}{' '}
          <a className={textLink} href={hrefOf(`/imports/sources/${name}`)}>
            {t('file.back')}
          </a>
        </>
      }
      title={t('file.title', { source: titleOfSource(source) })}
    >
      <Allowed isAllowed={may('users.import')} kind={kind}>
        <Steps source={source} />
      </Allowed>
    </Page>
  );
}

type AllowedProps = { kind: Source['kind']; isAllowed: boolean; children: ReactNode };

function Allowed({ kind, isAllowed, children }: AllowedProps) {
  const t = wordsOf('import-files');
  if (!isAllowed)
    return (
      <Alert kind="warning" title={t('file.forbidden')}>
        {t('file.forbidden-text')}
      </Alert>
    );
  if (kind !== 'file')
    return (
      <Alert kind="info" title={t('file.not-file')}>
        {t('file.not-file-text')}
      </Alert>
    );
  return children;
}

const storedSheet = ({ mapping }: Source) => (mapping === null ? '' : draftOf(mapping).sheet);

type Fit = {
  /** Columns that the mapping needs and the file lacks. */
  missing: readonly string[];
  /** Most columns are missing: perhaps the header is not in the first row. */
  hasWrongHeader: boolean;
  mustEdit: boolean;
  /** The mapping with the sheet that was chosen, if it has another one. */
  changed?: NonNullable<Source['mapping']>;
};

/** Returns what the stored mapping lacks for the columns of a file. */
function fitOf({ mapping }: Source, columns: FileColumns | undefined, sheet: string): Fit {
  if (!columns || mapping === null)
    return { missing: [], hasWrongHeader: columns?.headers.length === 1, mustEdit: true };
  const draft = draftOf(mapping);
  const missing = missingColumns(draft, columns.headers);
  const isOtherSheet = columns.format === 'spreadsheet' && sheet !== draft.sheet;
  return {
    missing,
    hasWrongHeader: missing.length > usedColumns(draft).length / 2,
    mustEdit: missing.length > 0,
    ...(isOtherSheet && { changed: { ...mapping, sheet: sheet || undefined } }),
  };
}

function Steps({ source }: { source: Source }) {
  const t = wordsOf('import-files');
  const [chosen, setChosen] = useState<Chosen>();
  const [sheet, setSheet] = useState(() => storedSheet(source));
  const [wantsEdit, setEditing] = useState(false);
  useSectionFocus('mapping', wantsEdit);
  const [isSending, setSending] = useState(false);
  const { query, share } = useColumns(chosen, sheet);
  // the file has other sheets than the one before
  if (sheet !== '' && fileReasonOf(query.error) === 'unknown-sheet') setSheet('');
  const columns = chosen ? query.data : undefined;
  const fit = fitOf(source, columns, sheet);
  const isEditing = fit.mustEdit || wantsEdit;
  const obstacle = () => {
    if (!columns) return t('file.wait-file');
    return isEditing ? t('file.wait-mapping') : undefined;
  };
  return (
    <>
      <Section id="file" title={t('file.step-file')}>
        <FileChoice
          file={chosen?.file}
          isDisabled={isSending}
          onChoose={(file) => {
            setChosen({ file, number: (chosen?.number ?? 0) + 1 });
            setEditing(false);
          }}
        />
        <div className="mt-4">
          {chosen && query.isFetching ? <Reading file={chosen.file} share={share} /> : null}
          <p className="sr-only" role="status">
            {columns ? `${t('file.columns')}: ${numberText(columns.headers.length)}` : ''}
          </p>
          {columns ? (
            <Facts columns={columns} isDisabled={isSending} onSheet={setSheet} sheet={sheet} />
          ) : null}
        </div>
        {query.error ? <Broken error={query.error} onRetry={() => void query.refetch()} /> : null}
      </Section>
      <Section id="mapping" title={t('file.step-columns')}>
        {columns && chosen ? (
          <Columns
            columns={columns}
            file={chosen.file}
            isDisabled={isSending}
            isEditing={isEditing}
            key={`${chosen.number} ${sheet}`}
            fit={fit}
            onEdit={setEditing}
            sheet={sheet}
            source={source}
          />
        ) : (
          <p className="text-text-2">{t('file.wait-file')}</p>
        )}
      </Section>
      <Section id="compare" title={t('file.step-compare')}>
        <CompareStep
          file={chosen?.file}
          key={chosen?.number}
          obstacle={obstacle()}
          mapping={fit.changed}
          onSending={setSending}
          source={source}
        />
      </Section>
    </>
  );
}

type ReadingProps = { file: File; share: RefObject<number> };

function Reading({ file, share }: ReadingProps) {
  const t = wordsOf('import-files');
  if (file.size <= startBytes) return <SkeletonRows count={2} label={t('file.reading')} />;
  return (
    <div className="max-w-dialog">
      <Progress
        describe={(value) => t('file.sent', { percent: Math.floor(value / 10) * 10 })}
        label={t('file.sending')}
        read={() => share.current * 100}
      />
      <p className="mt-2 text-sm text-text-2" role="status">
        {t('file.reading')}
      </p>
    </div>
  );
}

/** Why the columns cannot be read. */
function Broken({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = wordsOf('import-files');
  const reason = fileReasonOf(error);
  if (reason === undefined && !(error instanceof FileReadError))
    return <ProblemText error={error} onRetry={onRetry} />;
  return (
    <div className="mt-4 max-w-dialog" role="alert">
      <Alert kind="error" title={t('file.broken')}>
        {reason === undefined ? t('file.changed') : wordsOf('imports')(`failures.${reason}`)}
      </Alert>
    </div>
  );
}

function formatText({ format, separator }: FileColumns): string {
  const t = wordsOf('import-files');
  if (format !== 'separated') return t(`file.formats.${format}`);
  return separator === '\t'
    ? t('file.formats.tab')
    : t('file.formats.separated', { separator: separator ?? ',' });
}

type FactsProps = {
  columns: FileColumns;
  sheet: string;
  isDisabled: boolean;
  onSheet: (sheet: string) => void;
};

function Facts({ columns, sheet, isDisabled, onSheet }: FactsProps) {
  const t = wordsOf('import-files');
  const { encoding, headers, sheets } = columns;
  const [first, ...others] = sheets;
  const unread = sheets.filter((one) => one !== (sheet || first));
  return (
    <div className="flex max-w-dialog flex-col gap-4">
      <DefinitionRows>
        <DefinitionRow name={t('file.format')}>{formatText(columns)}</DefinitionRow>
        <DefinitionRow name={t('file.encoding')}>{encoding?.toUpperCase()}</DefinitionRow>
        <DefinitionRow name={t('file.columns')}>
          {`${numberText(headers.length)}: ${headers.join(', ')}`}
        </DefinitionRow>
      </DefinitionRows>
      {others.length > 0 ? (
        <Labelled
          hint={t('file.sheets-unread', { sheets: unread.join(', ') })}
          label={t('file.sheet')}
        >
          {(attributes) => (
            <select
              {...attributes}
              className={`${controlClass} disabled:text-muted`}
              disabled={isDisabled}
              onChange={({ target }) => onSheet(target.value)}
              value={sheet === first ? '' : sheet}
            >
              <option value="">{`${first} (${t('file.sheet-first')})`}</option>
              {others.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      ) : null}
    </div>
  );
}

type ColumnsProps = {
  source: Source;
  file: File;
  columns: FileColumns;
  sheet: string;
  fit: Fit;
  isEditing: boolean;
  /** While the file is sent. */
  isDisabled: boolean;
  onEdit: (isEditing: boolean) => void;
};

/** What the file lacks, and what helps. */
function Lacking({ fit: { missing, hasWrongHeader } }: { fit: Fit }) {
  const t = wordsOf('import-files');
  const help = hasWrongHeader ? <p>{t('fits.first-row')}</p> : null;
  if (missing.length === 0) return help;
  return (
    <div className="max-w-dialog" role="alert">
      <Alert kind="warning" title={t('fits.missing', { count: missing.length })}>
        <p>{t('fits.missing-text', { columns: missing.join(', ') })}</p>
        {help}
      </Alert>
    </div>
  );
}

type OtherSheetProps = { columns: FileColumns; sheet: string; wanted: string };

/** Another sheet is read than before: it was chosen, or the file lacks the wanted one. */
function OtherSheet({ columns: { sheets }, sheet, wanted }: OtherSheetProps) {
  const t = wordsOf('import-files');
  const text = t('fits.sheet', { sheet: sheet || (sheets[0] ?? '') });
  if (wanted === '' || sheets.includes(wanted)) return <p>{text}</p>;
  return (
    <div className="w-full max-w-dialog" role="alert">
      <Alert kind="warning" title={t('fits.sheet-missing', { sheet: wanted })}>
        {text}
      </Alert>
    </div>
  );
}

function Columns(props: ColumnsProps) {
  const { source, file, columns, sheet, fit, isEditing, isDisabled, onEdit } = props;
  const t = wordsOf('import-files');
  const { mapping } = source;
  const { guess, headers, format } = columns;
  /** The values of columns that have been read: the file stays the same. */
  const known = useRef(new Map<string, Awaited<ReturnType<LoadValues>>>());
  const loadValues: LoadValues = async (column, sending) => {
    const found = known.current.get(column);
    if (found !== undefined) return found;
    const values = await readValues(file, { sheet, valuesOf: column }, sending);
    known.current.set(column, values);
    return values;
  };
  if (mapping !== null && !isEditing)
    return (
      <div className="flex flex-col items-start gap-4">
        <p>{t('fits.fits')}</p>
        {fit.changed ? (
          <OtherSheet columns={columns} sheet={sheet} wanted={storedSheet(source)} />
        ) : null}
        <div className="w-full">
          <MappingSummary mapping={fit.changed ?? mapping} />
        </div>
        <Button disabled={isDisabled} look="secondary" onClick={() => onEdit(true)} type="button">
          {t('fits.edit')}
        </Button>
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      {mapping === null ? (
        <div className="max-w-dialog">
          <Alert kind="info" title={t('fits.guessed')} />
        </div>
      ) : null}
      <Lacking fit={fit} />
      <MappingEditor
        groupColumns={guess.groupColumns}
        headers={headers}
        loadValues={loadValues}
        onCancel={mapping !== null && !fit.mustEdit ? () => onEdit(false) : undefined}
        onSaved={() => {
          onEdit(false);
          keepFocus(document.getElementById('mapping'));
        }}
        sample={columns.sample}
        sheet={format === 'spreadsheet' ? sheet : undefined}
        source={source}
        start={mapping ?? { version: 1, username: guess.username, fields: guess.fields }}
      />
    </div>
  );
}
