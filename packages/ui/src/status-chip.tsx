// A state in a word and an icon, so that it does not depend on colour.
import { Check } from './icons/check.ts';
import { CircleAlert } from './icons/circle-alert.ts';
import { CircleCheck } from './icons/circle-check.ts';
import { CircleMinus } from './icons/circle-minus.ts';
import { Info } from './icons/info.ts';

const kinds = {
  on: { look: 'border-transparent bg-success-tint text-success-ink', Icon: CircleCheck },
  off: { look: 'border-line-strong text-text-2', Icon: CircleMinus },
  current: { look: 'border-transparent bg-brand-tint text-brand', Icon: Check },
  warning: { look: 'border-transparent bg-warning-tint text-warning-ink', Icon: CircleAlert },
  error: { look: 'border-transparent bg-error-tint text-error-ink', Icon: CircleAlert },
  note: { look: 'border-line-strong text-text-2', Icon: Info },
} as const;

export type StatusKind = keyof typeof kinds;

export function StatusChip({ kind, children }: { kind: StatusKind; children: string }) {
  const { look, Icon } = kinds[kind];
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border py-0.5 ps-1.5 pe-2.5 font-medium text-xs ${look}`}
    >
      <Icon className="shrink-0" size={14} />
      {children}
    </span>
  );
}
