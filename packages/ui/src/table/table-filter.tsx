// The filter of a table: a form whose answer is an address, so that a filtered table can be linked and restored.
import { Button } from '../button.tsx';
import { Field } from '../field.tsx';

type TableFilterProps = {
  /** The address of the table without its query. */
  action: string;
  id: string;
  /** The query parameter of the filter. */
  name: string;
  value: string;
  label: string;
  submit: string;
  /** Other query parameters that stay, such as the order. */
  kept?: Readonly<Record<string, string>>;
};

export function TableFilter(props: TableFilterProps) {
  const { action, id, name, value, label, submit, kept = {} } = props;
  return (
    <search>
      <form action={action} className="flex flex-wrap items-end gap-3">
        {Object.entries(kept).map(([key, text]) => (
          <input key={key} name={key} type="hidden" value={text} />
        ))}
        <Field
          autoComplete="off"
          className="min-w-48 flex-1"
          defaultValue={value}
          id={id}
          label={label}
          name={name}
          type="search"
        />
        <Button className="min-h-13" look="secondary" type="submit">
          {submit}
        </Button>
      </form>
    </search>
  );
}
