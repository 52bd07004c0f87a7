// Simulates many browsers that send requests at fixed times, even when the server falls behind. Waiting time counts
// from the time at which the request was due.

import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../figures.ts';
import type { LoadFigures, Window } from './closed-loop.ts';
import { type Connection, openConnection } from './connection.ts';

export type Pollers = {
  port: number;
  everyMs: number;
  /** One function for each poller. */
  asks: readonly ((connection: Connection) => Promise<unknown>)[];
};

/** Runs all pollers for the window, spread evenly over their interval. */
export async function runPollers(
  { port, everyMs, asks }: Pollers,
  { warmUpMs, ms }: Window,
  atEdge: () => void,
): Promise<LoadFigures> {
  const connections = await Promise.all(asks.map(() => openConnection(port)));
  const began = performance.now();
  const [from, to] = [began + warmUpMs, began + warmUpMs + ms];
  const latencies: number[] = [];
  const edges = [setTimeout(atEdge, warmUpMs), setTimeout(atEdge, warmUpMs + ms)];

  async function poll(ask: (connection: Connection) => Promise<unknown>, index: number) {
    const connection = connections[index] as Connection;
    const first = began + (everyMs * index) / asks.length;
    for (let due = first; due < to; due += everyMs) {
      await sleep(Math.max(0, due - performance.now()));
      // timers may also fire a little early
      const meant = Math.min(due, performance.now());
      await ask(connection);
      if (due >= from) latencies.push(performance.now() - meant);
    }
  }

  try {
    await Promise.all(asks.map(poll));
    await sleep(Math.max(0, to - performance.now()) + 5);
  } finally {
    for (const edge of edges) clearTimeout(edge);
    for (const connection of connections) connection.close();
  }
  return {
    operations: latencies.length,
    perSecond: (latencies.length * 1000) / ms,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    errors: 0,
  };
}
