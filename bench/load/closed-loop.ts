// The closed loop: every connection repeats an operation, the next one starting when the last is over.
// What ends before or after the measured window does not count.

import { quantile } from '../figures.ts';
import { BrokenConnection, type Connection, openConnection } from './connection.ts';

export type Operation = (connection: Connection) => Promise<unknown>;
export type Load = { port: number; connections: number; operation: Operation };

export type LoadFigures = {
  operations: number;
  perSecond: number;
  /** Milliseconds from the first byte asked to the last byte answered, all steps of the operation. */
  p50: number;
  p99: number;
  /** Connections the server broke; wrong answers end the whole run instead. */
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
      // what ends inside counts: as much is cut off at one edge as is taken in at the other
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
 * Runs loads side by side and calls `atEdge` at the start and at the end of the measured window.
 * @throws what an operation threw, at once, but for broken connections, which are counted.
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
