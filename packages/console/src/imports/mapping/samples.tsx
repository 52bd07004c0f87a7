// What the columns of the chosen file have in its first rows: shown where a column is chosen. Columns of tax numbers show nothing.
import { headerKey } from '@brama/contract/admin/imports/columns';
import { createContext, type ReactNode, useContext } from 'react';
import { numberText } from '../../i18n/moment.ts';
import { wordsOf } from '../../i18n/words.ts';
import type { FileColumns } from '../file-columns.ts';

export type Sample = FileColumns['sample'];
type ColumnOfSample = Sample['columns'][number];

const noSample: Sample = { rows: 0, columns: [] };

const SampleContext = createContext(noSample);

type SamplesProps = {
  /** Missing without a file. */
  sample: Sample | undefined;
  /** The column that is chosen for tax numbers; empty for none. */
  taxColumn: string;
  children: ReactNode;
};

const isColumn = (column: string) => {
  const key = headerKey(column);
  return ({ header }: ColumnOfSample) => headerKey(header) === key;
};

export function Samples({ sample = noSample, taxColumn, children }: SamplesProps) {
  const isTax = isColumn(taxColumn);
  const columns = sample.columns.map((one) =>
    isTax(one) ? { ...one, values: [], isHidden: true } : one,
  );
  return <SampleContext value={{ ...sample, columns }}>{children}</SampleContext>;
}

/** Returns what the column has, in words; undefined without a file. */
function sampleText({ rows, columns }: Sample, column: string): string | undefined {
  const t = wordsOf('import-files');
  const found = columns.find(isColumn(column));
  if (!found || rows === 0) return undefined;
  if (found.empty === rows) return t('sample.empty');
  if (found.isHidden) return t('sample.hidden');
  return t('sample.values', { values: found.values.join(' · ') });
}

/** Returns a function for the samples of columns, in words. */
export function useSampleText(): (column: string) => string | undefined {
  const sample = useContext(SampleContext);
  return (column) => (column === '' ? undefined : sampleText(sample, column));
}

/** Returns a hint with a sample of the column above it. */
export function useSampleHint(column: string, hint: ReactNode): ReactNode {
  const text = useSampleText()(column);
  if (text === undefined) return hint;
  return (
    <>
      <span className="block wrap-anywhere text-text-2">{text}</span>
      {hint}
    </>
  );
}

/** Returns why the column cannot identify persons, as far as the first rows show it. */
export function useIdWarnings(column: string): string[] {
  const t = wordsOf('import-files');
  const { rows, columns } = useContext(SampleContext);
  const found = columns.find(isColumn(column));
  if (!found || column === '') return [];
  const { empty, isUnique, isRowNumber } = found;
  return [
    ...(isUnique ? [] : [t('sample.not-unique', { rows: numberText(rows) })]),
    ...(empty === 0 ? [] : [t('sample.has-empty', { count: empty, rows: numberText(rows) })]),
    ...(isRowNumber ? [t('sample.row-number')] : []),
  ];
}
