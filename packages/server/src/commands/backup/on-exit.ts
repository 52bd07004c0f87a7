// What must happen before the process ends, also after Ctrl-C or a stop by the system.

import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const works = new Set<() => void>();

function runAll(): void {
  for (const work of [...works].reverse()) work();
}

const listeners = signals.map((signal) => {
  // `exit` runs what is registered
  const listener = () => process.exit(128 + constants.signals[signal]);
  return { signal, listener };
});

function listen(): void {
  process.on('exit', runAll);
  for (const { signal, listener } of listeners) process.on(signal, listener);
}

function stopListening(): void {
  process.off('exit', runAll);
  for (const { signal, listener } of listeners) process.off(signal, listener);
}

/** Runs `work`, which cannot wait, at the end of the process. Returns a function that forgets it. */
export function onExit(work: () => void): () => void {
  if (works.size === 0) listen();
  works.add(work);
  return () => {
    if (works.delete(work) && works.size === 0) stopListening();
  };
}
