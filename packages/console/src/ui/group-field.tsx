// A field for the name of a group. It offers the groups by title and name; with very many, any name can be typed.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { language } from '../page-data.ts';

const most = 200;

const groupsQuery = queryOptions({
  queryKey: ['groups', 'titles'],
  queryFn: ({ signal }) =>
    dataOf(admin.GET('/api/admin/groups', { params: { query: { limit: most } }, signal })),
  staleTime: 5 * 60_000,
});

/** Returns a function that gives the title of a group in the language of the page, or its name. */
export function useGroupTitle(): (name: string) => string {
  const { data } = useQuery(groupsQuery);
  return (name) => data?.items.find((group) => group.name === name)?.title?.[language] ?? name;
}

type GroupInputProps = {
  label: string;
  value: string;
  onChange: (name: string) => void;
  className: string;
  isInvalid?: boolean;
  describedBy?: string | undefined;
};

export function GroupInput(props: GroupInputProps) {
  const { label, value, onChange, className, isInvalid = false, describedBy } = props;
  const id = useId();
  const { data } = useQuery(groupsQuery);
  return (
    <>
      <input
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        aria-label={label}
        autoComplete="off"
        className={className}
        list={id}
        onChange={({ target }) => onChange(target.value)}
        spellCheck={false}
        value={value}
      />
      <datalist id={id}>
        {data?.items.map(({ name, title }) => (
          <option key={name} value={name}>
            {title?.[language] ?? name}
          </option>
        ))}
      </datalist>
    </>
  );
}
