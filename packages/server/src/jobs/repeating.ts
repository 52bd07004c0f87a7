// Repeats work in the background, one run at a time, until the server stops.

type Repeating = {
  intervalMs: number;
  /** Runs at once, too. */
  startsNow?: boolean;
  /** Ends early once `isStopped` returns true. The next run tries again what has failed. */
  work(isStopped: () => boolean): Promise<void>;
  onFailure(err: unknown): void;
};

/** Returns the function that stops it, and resolves when the present run has ended. */
export function startRepeating({
  intervalMs,
  startsNow = false,
  work,
  onFailure,
}: Repeating): () => Promise<void> {
  let stopped = false;
  let run: Promise<void> | undefined;
  function start() {
    run ??= work(() => stopped)
      .catch(onFailure)
      .finally(() => {
        run = undefined;
      });
  }
  const timer = setInterval(start, intervalMs);
  timer.unref();
  if (startsNow) start();
  return async function stop() {
    stopped = true;
    clearInterval(timer);
    await run;
  };
}
