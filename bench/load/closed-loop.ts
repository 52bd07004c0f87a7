// Runs a closed loop: every connection repeats an operation and starts the next one when the last has ended.
// Operations that end outside the measured window do not count.

import { quantile } from '../figures.ts';
import { BrokenConnection, type Connection, openConnection } from './connection.ts';

export type Operation = (connection: Connection) => Promise<unknown>;
export type Load = { port: number; connections: number; operation: Operation };

export type LoadFigures = {
  operations: number;
  perSecond: number;
  /** Milliseconds from the first byte sent to the last byte received, over all steps of the operation. */
  p50: number;
  p99: number;
  /** Connections that the server broke. A wrong response ends the whole run instead. */
  errors: number;
};

export type Window = { warmUpMs: number; ms: number };

type Recorder = { from: number; to: number; latencies: number[]; errors: number };

async function repeat({ port, operation }: Load, recorder: Recorder, isOver: () => boolean) {
  let connection = await openConnection(port);
  while (!isOver()) {
    const began = performance.now();
    try {
      await operation(connection);
      const ended = performance.now();
      // operations that end inside count: the window includes as much at its start as it cuts off at its end
      if (ended >= recorder.from && ended <= recorder.to) recorder.latencies.push(ended - began);
    } catch (error) {
      if (!(error instanceof BrokenConnection)) throw error;
      recorder.errors += 1;
      connection = await openConnection(port);
    }
  }
  connection.close();
}

function figuresOf({ latencies, errors }: Recorder, ms: number): LoadFigures {
  return {
    operations: latencies.length,
    perSecond: (latencies.length * 1000) / ms,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    errors,
  };
}

/**
 * Runs loads side by side and calls `atEdge` at the start and at the end of the measured window. @throws the error of
 * an operation, at once. Broken connections are counted instead.
 */
export async function runLoads(
  loads: readonly Load[],
  { warmUpMs, ms }: Window,
  atEdge: () => void,
): Promise<LoadFigures[]> {
  const from = performance.now() + warmUpMs;
  const recorders = loads.map(() => ({ from, to: from + ms, latencies: [], errors: 0 }));
  let over = false;
  const edges = [setTimeout(atEdge, warmUpMs), setTimeout(end, warmUpMs + ms)];
  function end() {
    atEdge();
    over = true;
  }
  const loops = loads.flatMap((load, index) => {
    const recorder = recorders[index] as Recorder;
    return Array.from({ length: load.connections }, () => repeat(load, recorder, () => over));
  });
  try {
    await Promise.all(loops);
  } finally {
    over = true;
    for (const edge of edges) clearTimeout(edge);
  }
  return recorders.map((recorder) => figuresOf(recorder, ms));
}
