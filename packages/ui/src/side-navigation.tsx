// Navigation beside a page, or above it on a phone. The current entry has a mark besides its colour.
import type { ReactNode } from 'react';

type Entry = { id: string; href: string; label: string; icon?: ReactNode };

type SideNavigationProps = {
  label: string;
  entries: readonly Entry[];
  /** The id of the current entry. */
  current?: string | undefined;
  /** `location` for a section of this page. */
  kind?: 'page' | 'location';
  className?: string;
};

export function SideNavigation(props: SideNavigationProps) {
  const { label, entries, current, kind = 'page', className = '' } = props;
  return (
    <nav aria-label={label} className={className}>
      <ul className="-mx-3 flex flex-wrap gap-1 lg:mx-0 lg:flex-col">
        {entries.map(({ id, href, label: text, icon }) => (
          <li key={id}>
            <a
              aria-current={id === current ? kind : undefined}
              className="row flex min-h-11 items-center gap-3 rounded-chip border-transparent border-b-2 px-3 font-medium text-text-2 hover:bg-sunken hover:text-ink aria-[current]:border-brand aria-[current]:bg-brand-tint aria-[current]:text-brand lg:border-s-4 lg:border-b-0 forced-colors:aria-[current]:border-[Highlight] [&>svg]:shrink-0"
              href={href}
            >
              {icon}
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
