// One sign-in method beside the form: a choice row, with a label on the method that was used last.
import type { LoginNotice, MethodId } from '@brama/contract/pages/login-page';
import { ChoiceRow } from '@brama/ui/choice-row.tsx';
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

/** Says what will happen, where there is room. Screen readers always have it. */
export function MethodHint({
  className = '',
  children,
}: {
  className?: string;
  children: ReactNode;
}) {
  return <span className={`block text-sm text-text-2 low:sr-only ${className}`}>{children}</span>;
}

export function MethodLink(props: MethodLinkProps) {
  const { method, marked, mark, leaving = false, className = '', ...row } = props;
  return (
    <ChoiceRow
      {...row}
      className={`way-${method} low:min-h-11 ${className}`}
      icon={mark}
      mark={marked ? <LastTime className="end-3.5 -top-3" method={method} /> : null}
      pending={leaving}
    />
  );
}
