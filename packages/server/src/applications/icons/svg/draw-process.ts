// A process that draws SVG for `apply`. It ends at once if it needs too much memory, or if `apply` is gone. `apply` ends
// it if it needs too much time.

import { Worker } from 'node:worker_threads';

const maxResidentBytes = Number(process.argv[2]);

// SIGKILL, because an exit waits for the thread
const end = () => process.kill(process.pid, 'SIGKILL');

const thread = new Worker(new URL('./draw-thread.ts', import.meta.url), { env: {} });
setInterval(() => {
  if (process.memoryUsage.rss() > maxResidentBytes) end();
}, 10);

process.on('message', (markup) => thread.postMessage(markup));
thread.on('message', (drawn) => process.send?.(drawn));
thread.on('error', (error) => {
  console.error(error);
  end();
});
process.on('disconnect', end);
