// Tabs that are links: each shows another part of the same list or figures, and the address holds the choice.

type Tab = { id: string; href: string; label: string };

type TabsProps = { label: string; tabs: readonly Tab[]; current: string };

export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav aria-label={label} className="mb-2 print:hidden">
      <ul className="flex flex-wrap gap-2">
        {tabs.map(({ id, href, label: text }) => (
          <li key={id}>
            <a
              aria-current={id === current ? 'true' : undefined}
              className="inline-flex min-h-11 items-center rounded-control border-[1.5px] border-line-strong px-4 font-medium hover:border-ink aria-[current]:border-brand aria-[current]:bg-brand-tint aria-[current]:text-brand"
              href={href}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
