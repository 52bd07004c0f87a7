// One sign-in method beside the form: a choice row. The method that was used last says so instead of its hint.
import type { LoginNotice, MethodId } from '@brama/contract/pages/login-page';
import { ChoiceRow } from '@brama/ui/choice-row.tsx';
import type { MouseEvent, ReactNode } from 'react';
import { LastTime, useLastMethod } from './last-time.tsx';

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
  /** Replaces the hint: why the method does not work now. */
  warning?: ReactNode;
  mark: ReactNode;
  className?: string;
  /** True while the browser is leaving the page for this method. */
  leaving?: boolean;
  onClick?: (event: MouseEvent) => void;
};

export function MethodLink(props: MethodLinkProps) {
  const { method, marked, mark, hint, warning, leaving = false, className = '', ...row } = props;
  const isLast = useLastMethod() === method && marked;
  return (
    <ChoiceRow
      {...row}
      className={`way-${method} low:min-h-12 low:py-1 ${className}`}
      hint={
        warning ? (
          <span className="block text-sm text-warning-ink">{warning}</span>
        ) : isLast ? (
          <LastTime className="block text-sm" />
        ) : (
          <span className="block text-sm text-text-2">{hint}</span>
        )
      }
      icon={mark}
      pending={leaving}
    />
  );
}
