// A table from the values of a column to what they stand for. The values come from the file, or are added by hand.
import { Button } from '@brama/ui/button.tsx';
import { X } from '@brama/ui/icons/x.ts';
import { Progress } from '@brama/ui/loading/progress.tsx';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { wordsOf } from '../../i18n/words.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import type { Sending } from '../file-columns.ts';
import { controlClass, ErrorText, useAddFocus } from './controls.tsx';
import { withValues } from './mapping-draft.ts';

/** Reads the different values of a column of the file; null if they are too many or are never shown. */
export type LoadValues = (column: string, sending: Sending) => Promise<readonly string[] | null>;

type Row = { key: number; value: string };

type ValueTableProps<R extends Row> = {
  /** What the table is about, for screen readers. */
  caption: string;
  column: string;
  rows: readonly R[];
  onChange: (rows: readonly R[]) => void;
  create: (value: string) => R;
  /** Missing without a file. */
  loadValues: LoadValues | undefined;
  /** The control for what a value stands for. */
  cell: (row: R) => ReactNode;
  error?: string | undefined;
};

export function ValueTable<R extends Row>(props: ValueTableProps<R>) {
  const { caption, column, rows, onChange, create, loadValues, cell, error } = props;
  const t = wordsOf('import-files');
  const { place, focusAdd } = useAddFocus();
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {rows.length === 0 ? (
        <p className="text-sm text-text-2">{t('table.empty')}</p>
      ) : (
        <ul aria-label={caption} className="divide-y divide-line border-line border-y">
          {rows.map((row) => (
            <li
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
              key={row.key}
            >
              <span className="wrap-anywhere font-medium">{row.value}</span>
              <span className="col-span-2 min-w-0 sm:col-span-1">{cell(row)}</span>
              <button
                aria-label={t('table.remove', { value: row.value })}
                className="col-start-2 row-start-1 grid size-11 place-items-center rounded-chip text-text-2 hover:text-brand sm:col-start-3"
                onClick={() => {
                  onChange(rows.filter((one) => one.key !== row.key));
                  focusAdd();
                }}
                type="button"
              >
                <X aria-hidden="true" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-start gap-3">
        {loadValues && column !== '' ? (
          <LoadButton
            column={column}
            // a new table begins with the values of the file
            isAutomatic={rows.length === 0}
            key={column}
            load={loadValues}
            rows={rows}
            onLoaded={(values) => {
              const next = withValues(rows, values, create);
              onChange(next);
              return { count: next.length - rows.length, next };
            }}
          />
        ) : null}
        <div className="min-w-0" ref={place}>
          <NewValue error={error} onAdd={(value) => onChange(withValues(rows, [value], create))} />
        </div>
      </div>
    </div>
  );
}

type LoadButtonProps = {
  column: string;
  load: LoadValues;
  rows: readonly Row[];
  /** Loads the values without a click. */
  isAutomatic: boolean;
  /** Returns how many values are new, and the rows that the table has then. */
  onLoaded: (values: readonly string[]) => { count: number; next: readonly Row[] };
};

function LoadButton({ column, load, rows, isAutomatic, onLoaded }: LoadButtonProps) {
  const t = wordsOf('import-files');
  const apply = useRef(onLoaded);
  const share = useRef(0);
  const stop = useRef<AbortController>(undefined);
  const mutation = useMutation({
    mutationFn: async () => {
      share.current = 0;
      stop.current = new AbortController();
      const { signal } = stop.current;
      const onProgress = (now: number) => {
        share.current = now;
      };
      const values = await load(column, { signal, onProgress });
      // without this button, the table is gone or is about another column
      signal.throwIfAborted();
      if (values === null) return { text: t('table.too-many') };
      // rendered at once, so that no change of another field is lost
      const { count, next } = flushSync(() => apply.current(values));
      return { text: t('table.loaded', { count }), next };
    },
  });
  const { mutate, data } = mutation;
  useEffect(() => {
    apply.current = onLoaded;
  });
  const startsAlone = useRef(isAutomatic);
  useEffect(() => {
    if (startsAlone.current) mutate();
    startsAlone.current = false;
  }, [mutate]);
  useEffect(() => () => stop.current?.abort(), []);
  // a value that has got its meaning is no longer new
  const isNews = data?.next === undefined || data.next === rows;
  return (
    <div className="flex max-w-prose flex-col items-start gap-2">
      <Button look="secondary" onClick={() => mutate()} pending={mutation.isPending} type="button">
        {t('table.load')}
      </Button>
      {mutation.isPending ? (
        <div className="late flex w-full flex-col items-start gap-2">
          <Progress
            describe={(value) => t('file.sent', { percent: Math.floor(value / 10) * 10 })}
            label={t('file.sending')}
            read={() => share.current * 100}
          />
          <Button look="secondary" onClick={() => stop.current?.abort()} type="button">
            {t('file.cancel')}
          </Button>
        </div>
      ) : null}
      <p className="text-sm text-text-2" role="status">
        {isNews ? data?.text : null}
      </p>
      {mutation.error && mutation.error.name !== 'AbortError' ? (
        <ProblemText error={mutation.error} />
      ) : null}
    </div>
  );
}

type NewValueProps = { error: string | undefined; onAdd: (value: string) => void };

function NewValue({ error, onAdd }: NewValueProps) {
  const t = wordsOf('import-files');
  const id = useId();
  const [value, setValue] = useState('');
  const add = () => {
    if (value.trim() === '') return;
    onAdd(value.trim());
    setValue('');
  };
  return (
    <>
      <div className="flex min-w-0 items-center gap-2">
        <label className="sr-only" htmlFor={id}>
          {t('table.new')}
        </label>
        <input
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          aria-invalid={error === undefined ? undefined : true}
          autoComplete="off"
          className={`${controlClass} min-w-0`}
          id={id}
          maxLength={256}
          onChange={({ target }) => setValue(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
          placeholder={t('table.new')}
          value={value}
        />
        <Button className="shrink-0" look="secondary" onClick={add} type="button">
          {t('table.add')}
        </Button>
      </div>
      <ErrorText error={error} id={`${id}-error`} />
    </>
  );
}
