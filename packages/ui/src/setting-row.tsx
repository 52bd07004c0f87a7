// One thing that the user can change: icon, title, state, a sentence, and one action at the end of the row. On a phone, and in
// a narrow container, the action stands below.
import type { ReactNode, Ref } from 'react';

type SettingRowProps = {
  icon?: ReactNode;
  title: ReactNode;
  /** The rank of the title. Without one it is plain text. */
  level?: 3 | 4;
  /** Status chips. */
  state?: ReactNode;
  /** Sentences below the title. */
  children?: ReactNode;
  action?: ReactNode;
  /** What needs the whole width, such as a list. */
  below?: ReactNode;
  ref?: Ref<HTMLDivElement>;
};

export function SettingRow(props: SettingRowProps) {
  const { icon, title, level, state, children, action, below, ref } = props;
  const Title = level === undefined ? 'p' : (`h${level}` as const);
  return (
    <div className="row flex gap-x-3.5 py-4" ref={ref}>
      {icon === undefined ? null : (
        <span className="grid size-9 shrink-0 place-items-center rounded-t-full rounded-b-chip border border-transparent bg-brand-tint text-brand print:hidden">
          {icon}
        </span>
      )}
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_15rem]">
          <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
            <Title className="font-semibold wrap-anywhere">{title}</Title>
            {state}
          </div>
          {children}
        </div>
        {action === undefined ? null : (
          <div className="max-w-full has-[fieldset,details[open],form>div]:w-full empty:hidden print:hidden">
            {action}
          </div>
        )}
        {below === undefined ? null : <div className="w-full empty:hidden">{below}</div>}
      </div>
    </div>
  );
}
