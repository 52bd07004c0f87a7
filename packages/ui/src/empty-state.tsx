// What a list shows while it has no entry: why, and the first step.
import type { ReactNode } from 'react';
import { ClosedGate } from './pictures/closed-gate.tsx';

type EmptyStateProps = {
  title: string;
  /** Explains why, and what will appear here. */
  children?: ReactNode;
  /** The first step. */
  action?: ReactNode;
  level?: 2 | 3;
};

export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className="mx-auto max-w-form py-6 text-center">
      <ClosedGate className="mx-auto mb-5" />
      <Title className="font-semibold text-lg leading-snug tracking-tight">{title}</Title>
      {children === undefined ? null : <div className="mt-2 text-text-2">{children}</div>}
      {action === undefined ? null : <div className="mt-6">{action}</div>}
    </div>
  );
}
