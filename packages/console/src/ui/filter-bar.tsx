// The filters of a list: a form whose answer is an address. The first field always shows. The others show on demand below a first
// field and on a phone, and always elsewhere.
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { useNarrow } from '@brama/ui/hooks/use-narrow.ts';
import { ChevronDown } from '@brama/ui/icons/chevron-down.ts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { wordsOf } from '../i18n/words.ts';

type FilterBarProps = {
  /** The address of the list without its query. */
  action: string;
  /** The field that always shows. */
  first?: ReactNode;
  children: ReactNode;
  /** On the button that shows the fields; default: that they are filters. */
  title?: string;
  /** The fields show: a filter is set, or there are few of them. */
  isOpen: boolean;
  /** The address without filters; undefined while none is set. */
  clearHref: string | undefined;
  /** Parameters that stay. */
  kept?: Readonly<Record<string, string | undefined>>;
};

export function FilterBar({
  action,
  first,
  children,
  isOpen,
  clearHref,
  title,
  kept = {},
}: FilterBarProps) {
  const t = wordsOf('shell');
  const isPhone = useNarrow(640);
  const form = useRef<HTMLFormElement>(null);
  const folds = first !== undefined || title !== undefined || (isPhone && !isOpen);
  const fields = (
    <div className="mt-1 flex w-full flex-wrap items-end gap-3">
      {children}
      <Button look="secondary" type="submit">
        {t('filter.apply')}
      </Button>
      {clearHref === undefined ? null : (
        <a
          className={buttonClass('secondary')}
          href={clearHref}
          // also what was typed and not applied
          onClick={() => form.current?.reset()}
        >
          {t('filter.clear')}
        </a>
      )}
    </div>
  );
  return (
    <search aria-label={title ?? t('filter.more')} className="mb-4 block print:hidden">
      <form action={action} className="flex flex-wrap items-end gap-3" ref={form}>
        {Object.entries(kept).map(([name, value]) =>
          value === undefined ? null : <input key={name} name={name} type="hidden" value={value} />,
        )}
        {first === undefined ? null : <div className="min-w-56 flex-1">{first}</div>}
        {folds ? (
          <details className="w-full" open={isOpen}>
            <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-chip font-medium hover:text-brand">
              {title ?? t('filter.more')}
              <ChevronDown aria-hidden="true" className="chevron-down shrink-0" size={18} />
            </summary>
            {fields}
          </details>
        ) : (
          fields
        )}
      </form>
    </search>
  );
}

/** Sets the field to the value of the address whenever the address changes, such as by Back. */
function useAddressValue<Field extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const field = useRef<Field>(null);
  useEffect(() => {
    if (field.current) field.current.value = value;
  }, [value]);
  return field;
}

const control =
  'block min-h-11 w-full rounded-control border-[1.5px] border-line-strong bg-surface px-3 text-ink hover:border-ink';

type FilterTextProps = {
  label: string;
  name: string;
  /** The value in the address. */
  start?: string | undefined;
  type?: 'text' | 'date' | 'datetime-local';
  placeholder?: string;
  /** Of a field whose value the page follows. */
  value?: string;
  onChange?: (value: string) => void;
};

export function FilterText(props: FilterTextProps) {
  const { label, name, start = '', type = 'text', placeholder, value, onChange } = props;
  const id = useId();
  const field = useAddressValue<HTMLInputElement>(value ?? start);
  const content = value === undefined ? { defaultValue: start } : { value };
  return (
    <div className="w-full min-w-40 sm:w-auto">
      <label className="mb-1 block text-sm text-text-2" htmlFor={id}>
        {label}
      </label>
      <input
        {...content}
        autoComplete="off"
        className={control}
        id={id}
        name={name}
        onChange={onChange && (({ target }) => onChange(target.value))}
        placeholder={placeholder}
        ref={field}
        spellCheck={false}
        type={type}
      />
    </div>
  );
}

type FilterChoiceProps = {
  label: string;
  name: string;
  start: string | undefined;
  options: readonly { value: string; label: string }[];
};

export function FilterChoice({ label, name, start = '', options }: FilterChoiceProps) {
  const t = wordsOf('shell');
  const id = useId();
  const field = useAddressValue<HTMLSelectElement>(start);
  return (
    <div className="w-full min-w-40 sm:w-auto">
      <label className="mb-1 block text-sm text-text-2" htmlFor={id}>
        {label}
      </label>
      <select className={control} defaultValue={start} id={id} name={name} ref={field}>
        <option value="">{t('filter.any')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
