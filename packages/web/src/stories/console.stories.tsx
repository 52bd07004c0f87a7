// The parts of tools, in the dense look: table, filter, command field. Order and filter stand in the address of this page.
import { Button } from '@brama/ui/button.tsx';
import { CommandField } from '@brama/ui/command/command-field.tsx';
import type { Command } from '@brama/ui/command/commands.ts';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { SkeletonRows } from '@brama/ui/loading/skeleton-rows.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import type { Selection } from '@brama/ui/table/selection.ts';
import { type Sort, Table } from '@brama/ui/table/table.tsx';
import { TableFilter } from '@brama/ui/table/table-filter.tsx';
import { useState } from 'react';

type Person = { username: string; name: string; isBlocked: boolean; sessions: number };

const people: readonly Person[] = [
  { username: 'o.shevchenko', name: 'Шевченко Олена', isBlocked: false, sessions: 3 },
  { username: 'i.melnyk', name: 'Мельник Іван', isBlocked: true, sessions: 0 },
  { username: 's.hnatiuk', name: 'Гнатюк Софія', isBlocked: false, sessions: 12 },
  { username: 'm.boiko', name: 'Бойко Марія', isBlocked: false, sessions: 1 },
];

const commands: readonly Command[] = [
  { id: 'users', label: 'Users', group: 'Pages', words: 'people accounts користувачі' },
  { id: 'apps', label: 'Applications', group: 'Pages' },
  { id: 'events', label: 'Events', group: 'Pages' },
  { id: 'add-user', label: 'Add a user', group: 'Actions' },
  { id: 'end-sessions', label: 'End all sessions', group: 'Actions' },
];

function hrefWith(query: URLSearchParams, changed: Record<string, string>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changed)) next.set(name, value);
  return `?${next}#table`;
}

function sortOf(query: URLSearchParams): Sort {
  const direction = query.get('direction') === 'descending' ? 'descending' : 'ascending';
  return { column: query.get('sort') ?? 'name', direction };
}

function People() {
  const query = new URLSearchParams(location.search);
  const sort = sortOf(query);
  const filter = query.get('filter') ?? '';
  const [selected, setSelected] = useState<Selection>(new Set());
  const rows = people
    .filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()))
    .toSorted((a, b) =>
      sort.column === 'sessions' ? a.sessions - b.sessions : a.name.localeCompare(b.name, 'uk'),
    );
  if (sort.direction === 'descending') rows.reverse();
  const kept = Object.fromEntries([...query].filter(([name]) => name !== 'filter'));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" id="table">
      <TableFilter
        action="/components"
        id="filter"
        kept={kept}
        label="Filter"
        name="filter"
        submit="Apply"
        value={filter}
      />
      <Table
        caption="People"
        columns={[
          { id: 'name', name: 'Name', cell: ({ name }) => name, canSort: true },
          { id: 'username', name: 'Username', cell: ({ username }) => username },
          {
            id: 'state',
            name: 'State',
            cell: ({ isBlocked }) => (
              <StatusChip kind={isBlocked ? 'error' : 'on'}>
                {isBlocked ? 'Blocked' : 'Active'}
              </StatusChip>
            ),
          },
          {
            id: 'sessions',
            name: 'Sessions',
            cell: ({ sessions }) => sessions,
            canSort: true,
            isNumber: true,
          },
        ]}
        empty={<EmptyState level={3} title="Nobody fits the filter" />}
        idOf={({ username }) => username}
        nameOf={({ name }) => name}
        rows={rows}
        selection={{
          selected,
          onChange: setSelected,
          words: {
            all: 'Select all',
            row: (name) => `Select ${name}`,
            count: (count) => `${count} selected`,
          },
          actions: <Button look="secondary">Block</Button>,
        }}
        sort={sort}
        sortHref={({ column, direction }) => hrefWith(query, { sort: column, direction })}
      />
    </div>
  );
}

function Commands() {
  const [chosen, setChosen] = useState('');
  return (
    <div className="max-w-form">
      <CommandField
        commands={commands}
        label="Commands"
        onChoose={({ label }) => setChosen(label)}
        placeholder="Type to search"
        words={{ empty: 'Nothing found', count: (found) => `${found} found` }}
      />
      <p data-chosen="">Chosen: {chosen}</p>
    </div>
  );
}

export function ConsoleStories() {
  return (
    <section aria-label="Console" className="border-line border-t py-8" data-density="compact">
      <h2 className="mb-5 font-bold text-lg">Console</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <Commands />
        <People />
        <SkeletonRows count={2} label="Loading…" />
      </div>
    </section>
  );
}
