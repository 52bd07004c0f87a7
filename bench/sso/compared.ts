// Measures an operation at a provider, with one and with eight connections.

import type { Window } from '../load/closed-loop.ts';
import { connections as many, type Plan } from '../plan.ts';
import { type Measurement, measure, rowOf } from '../rounds.ts';
import type { Row } from '../scenario.ts';
import { operations, type SsoOperation } from './loads.ts';
import type { SsoTarget } from './targets.ts';

export const connectionCounts = [1, many] as const;

export type Compared = Measurement<'operation'>;

/** Runs the operation until its code is compiled. */
export async function warmUp(
  name: SsoOperation,
  targets: readonly SsoTarget[],
  { warmUpMs }: Plan,
): Promise<void> {
  for (const target of targets) await measureAt(target, name, many, { warmUpMs: 0, ms: warmUpMs });
}

const loads = new WeakMap<SsoTarget, Map<SsoOperation, ReturnType<(typeof operations)['hop']>>>();

/** Returns the same operation for a target every time, because it keeps its refresh tokens. */
function operationOf(target: SsoTarget, name: SsoOperation) {
  const own = loads.get(target) ?? new Map();
  loads.set(target, own);
  const operation = own.get(name) ?? operations[name](target);
  own.set(name, operation);
  return operation;
}

export function measureAt(
  target: SsoTarget,
  name: SsoOperation,
  connections: number,
  window: Window,
): Promise<Compared> {
  const operation = { connections, operation: operationOf(target, name) };
  return measure(target, { operation }, window);
}

/** Returns the processor time of the server for one operation, in milliseconds. */
export const serverCpuMs = ({ loads: { operation }, costs }: Compared) =>
  costs.serverCpuMs / operation.operations;

export const withConnections = (what: string, count: number) =>
  `${what}, ${count} connection${count === 1 ? '' : 's'}`;

export function rowsOf(what: string, rounds: ReadonlyMap<SsoTarget, readonly Compared[]>): Row[] {
  return [...rounds].map(([target, own]) =>
    rowOf(
      what,
      target,
      own.map((one) => ({ figures: one.loads.operation, costs: one.costs })),
    ),
  );
}
