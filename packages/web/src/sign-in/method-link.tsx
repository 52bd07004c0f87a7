// One sign-in method below the form: a link or a button. All have the same size and are no taller or darker than the
// form's button.
import type { LoginNotice, MethodId } from '@brama/contract/pages/login-page';
import { ChevronRight } from '@brama/ui/icons/chevron-right.ts';
import { Spinner } from '@brama/ui/loading/spinner.tsx';
import type { MouseEvent, ReactNode } from 'react';
import { LastTime } from './last-time.tsx';

/** What the sign-in page passes to each method. */
export type MethodProps = {
  /** True if there are several methods, so that the last one used gets a label. */
  marked: boolean;
  /** True if the page offers no other method. */
  isOnly: boolean;
  /** The message that was shown when the page opened. */
  notice: LoginNotice;
  /** Called when the browser leaves the page for this method. */
  onLeave: () => void;
};

type MethodLinkProps = Pick<MethodProps, 'marked'> & {
  method: MethodId;
  /** Missing for a method that works on this page: it gets a button. */
  href?: string;
  title: string;
  /** A short text that says what will happen. */
  hint: ReactNode;
  mark: ReactNode;
  className?: string;
  /** True while the browser is leaving the page for this method. */
  leaving?: boolean;
  onClick?: (event: MouseEvent) => void;
};

export function MethodLink(props: MethodLinkProps) {
  const { method, href, title, hint, mark, marked, className = '', leaving, onClick } = props;
  const Element = href === undefined ? 'button' : 'a';
  return (
    <Element
      aria-busy={leaving || undefined}
      className={`relative flex min-h-13 items-center gap-3.5 rounded-control border-[1.5px] border-line-strong bg-surface px-3.5 py-1 text-start leading-tight transition-colors duration-120 hover:border-ink active:bg-sunken aria-busy:bg-sunken ${className}`}
      href={href}
      onClick={onClick}
      type={href === undefined ? 'button' : undefined}
    >
      {mark}
      <span className="min-w-0 grow">
        <span className="block font-semibold">{title}</span>
        {hint}
      </span>
      <span className="shrink-0 text-muted max-[22rem]:hidden">
        {leaving ? <Spinner /> : <ChevronRight aria-hidden="true" size={20} />}
      </span>
      {marked ? <LastTime className="end-3.5 -top-3.5" method={method} /> : null}
    </Element>
  );
}
