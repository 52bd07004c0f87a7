// One way to sign in beside the form: a link of one size for all of them, so that none stands out.
import type { MethodId } from '@brama/contract/login-page';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { MouseEvent, ReactNode } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { LastTime } from './last-time.tsx';

type WayTileProps = {
  method: MethodId;
  href: string;
  title: string;
  /** What will happen, in a few words. */
  hint: ReactNode;
  /** Stands on the plate. */
  mark: ReactNode;
  plate: string;
  /** There are other ways, so the one used last is worth a mark. */
  marked: boolean;
  className?: string;
  /** The browser is on its way there. */
  leaving?: boolean;
  onClick?: (event: MouseEvent) => void;
};

export function WayTile(props: WayTileProps) {
  const {
    method,
    href,
    title,
    hint,
    mark,
    plate,
    marked,
    className = '',
    leaving,
    onClick,
  } = props;
  return (
    <a
      aria-busy={leaving || undefined}
      className={`relative flex items-center gap-4 rounded-card border-[1.5px] border-line-strong bg-surface p-4 transition-colors duration-120 hover:border-ink active:bg-sunken aria-busy:bg-sunken ${className}`}
      href={href}
      onClick={onClick}
    >
      <span
        className={`grid size-12 shrink-0 place-items-center rounded-control ${plate}`}
        data-plate=""
      >
        {mark}
      </span>
      <span className="min-w-0 grow">
        <span className="block font-semibold">{title}</span>
        {hint}
      </span>
      <span className="shrink-0 text-muted">
        {leaving ? <Spinner /> : <ChevronRight aria-hidden="true" size={20} />}
      </span>
      {marked ? <LastTime className="end-4 -top-3" method={method} /> : null}
    </a>
  );
}
