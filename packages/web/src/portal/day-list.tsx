// A list whose entries stand below the day on which they happened.

import type { ReactNode } from 'react';
import { dayHeading, useReader } from './moments.ts';

type DayListProps<Entry> = {
  /** In the order of the page. */
  entries: readonly Entry[];
  at: (entry: Entry) => string;
  keyOf: (entry: Entry) => string;
  children: (entry: Entry) => ReactNode;
};

export function DayList<Entry>({ entries, at, keyOf, children }: DayListProps<Entry>) {
  const reader = useReader();
  // the current session stands first, so that a day can come twice
  const days: { day: string; text: string; first: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const { key: day, text } = dayHeading(at(entry), reader);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, text, first: keyOf(entry), entries: [entry] });
  }
  return days.map((day) => (
    <div className="mt-4" key={day.first}>
      <h3 className="border-line border-b pb-2 font-semibold text-sm text-text-2">{day.text}</h3>
      <ul className="divide-y divide-line">
        {day.entries.map((entry) => (
          <li key={keyOf(entry)}>{children(entry)}</li>
        ))}
      </ul>
    </div>
  ));
}
