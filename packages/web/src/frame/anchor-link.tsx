// The “#” link next to a heading. A click copies the address of the heading without its query, which belongs to this
// visit. Without clipboard access it is a plain link.

import { useAnnounce } from '@brama/ui/announcements.tsx';
import { useTemporary } from '@brama/ui/hooks/use-temporary.ts';
import { Check } from '@brama/ui/icons/check.ts';
import Hash from 'lucide-react/icons/hash';
import type { MouseEvent } from 'react';

type AnchorLinkProps = { id: string; label: string; copied: string; className?: string };

export function AnchorLink({ id, label, copied, className = '' }: AnchorLinkProps) {
  const [done, setDone] = useTemporary<true>();
  const announce = useAnnounce();

  const copy = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(`${location.origin}${location.pathname}#${id}`);
      history.replaceState(history.state, '', `#${id}`);
      // replaceState fires no event, but the language switch must get the new fragment
      dispatchEvent(new HashChangeEvent('hashchange'));
      setDone(true);
      announce(copied);
    } catch {
      location.hash = id;
    }
  };

  const Icon = done ? Check : Hash;
  return (
    <a
      aria-label={label}
      className={`grid size-11 place-items-center rounded-chip text-muted opacity-0 transition-opacity duration-120 hover:text-brand focus-visible:opacity-100 group-hover:opacity-100 print:hidden pointer-coarse:opacity-100 ${done ? 'opacity-100' : ''} ${className}`}
      href={`#${id}`}
      onClick={(event) => void copy(event)}
    >
      <Icon aria-hidden="true" size={18} />
    </a>
  );
}
