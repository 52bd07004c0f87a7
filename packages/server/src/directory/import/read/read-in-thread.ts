// Reads a spreadsheet in a thread of its own, while the server answers requests. A spreadsheet that needs too much memory or time ends
// the thread, not the server.

import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ImportFileError } from '../reasons.ts';
import type { ReadRow } from './row.ts';
import type { readSpreadsheet } from './spreadsheet.ts';
import type { ThreadData, ThreadMessage } from './spreadsheet-thread.ts';

/** 520 000 cells, half of what the limits allow, need 250 to 320 MiB. */
const maxMemoryMegabytes = 768;
/** Much longer than on a machine with free cores. */
const maxReadingMs = 300_000;

/** Of a thread that has ended, or has not answered in time. */
function refusalOf(error: unknown): unknown {
  const { code, name } = error as NodeJS.ErrnoException;
  const isTooLarge = code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError';
  return isTooLarge ? new ImportFileError('spreadsheet-too-large', { cause: error }) : error;
}

async function* rowsOf(worker: Worker, headers: readonly string[]): AsyncGenerator<ReadRow> {
  try {
    worker.postMessage('next');
    for await (const [message] of on(worker, 'message', { close: ['exit'] })) {
      const { rows } = message as Extract<ThreadMessage, { rows: unknown }>;
      if (rows.length === 0) return;
      for (const one of rows)
        if ('rejected' in one) yield one;
        else
          yield {
            row: one.row,
            cells: new Map(headers.map((header, index) => [header, one.cells[index] ?? ''])),
          };
      worker.postMessage('next');
    }
    throw new Error('the thread of a spreadsheet has ended');
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await worker.terminate();
  }
}

/** Does what `readSpreadsheet` does. The thread ends after the last row, or when `rows` are no longer read. */
export const readInThread: typeof readSpreadsheet = async (archive, choice, limits) => {
  const worker = new Worker(new URL('./spreadsheet-thread.ts', import.meta.url), {
    env: {},
    workerData: { archive, choice, limits } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMegabytes },
  });
  try {
    const signal = AbortSignal.timeout(maxReadingMs);
    const [message] = (await once(worker, 'message', { signal })) as [ThreadMessage];
    if ('reason' in message) throw new ImportFileError(message.reason, message.place);
    if (!('headers' in message)) throw new Error('the thread has sent no headers');
    const { headers, sheets = [] } = message;
    const close = () => worker.terminate();
    return { format: 'spreadsheet', headers, sheets, rows: rowsOf(worker, headers), close };
  } catch (error) {
    await worker.terminate();
    throw refusalOf(error);
  }
};
