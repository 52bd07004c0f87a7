// One choice among several: icon, title, one line, chevron. A link, or a button that acts or submits a form.
import type { MouseEvent, ReactNode } from 'react';
import { ChevronRight } from './icons/chevron-right.ts';
import { Spinner } from './loading/spinner.tsx';

type ChoiceRowProps = {
  icon: ReactNode;
  title: string;
  /** One line that says what will happen. */
  hint?: ReactNode;
  /** Missing for a button. */
  href?: string | undefined;
  /** What a button does. */
  type?: 'button' | 'submit';
  /** The word on the yellow label, only for the one step that is recommended. */
  recommended?: string | undefined;
  /** True while the browser is leaving the page for this choice. */
  pending?: boolean;
  className?: string;
  onClick?: ((event: MouseEvent) => void) | undefined;
};

const look =
  'relative flex min-h-13 w-full items-center gap-3.5 rounded-control border-[1.5px] border-line-strong bg-surface px-3.5 py-1.5 text-start leading-tight recolour hover:border-ink active:bg-sunken aria-busy:bg-sunken';

export function ChoiceRow(props: ChoiceRowProps) {
  const { icon, title, hint, href, type = 'button', recommended } = props;
  const { pending = false, className = '', onClick } = props;
  const Element = href === undefined ? 'button' : 'a';
  return (
    <Element
      aria-busy={pending || undefined}
      className={`${look} ${className}`}
      href={href}
      onClick={onClick}
      type={href === undefined ? type : undefined}
    >
      {icon}
      <span className="min-w-0 grow">
        <span className="block font-semibold">
          {title}
          {recommended === undefined ? null : <Recommended>{recommended}</Recommended>}
        </span>
        {typeof hint === 'string' ? (
          <span className="block text-sm text-text-2">{hint}</span>
        ) : (
          hint
        )}
      </span>
      <span className="shrink-0 text-muted max-[22rem]:hidden">
        {pending ? <Spinner /> : <ChevronRight size={20} />}
      </span>
    </Element>
  );
}

function Recommended({ children }: { children: string }) {
  return (
    <span className="ms-2 inline-block rounded-full border border-transparent bg-sun px-2.5 font-medium text-gate-ink text-xs leading-normal">
      {children}
    </span>
  );
}
