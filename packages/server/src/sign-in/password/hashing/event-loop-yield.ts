// Makes the event loop wait for a password hash from time to time. Hash threads run at low priority: while requests keep
// the only core busy, the threads would compute almost nothing.

/**
 * For each hash the event loop first uses the processor time of so many hashes, multiplied by the number of cores.
 */
const workPerHash = 2.6;
/** Used until the first hash has been measured. */
const initialHashMs = 15;
/** The event loop answers no request during this wait. */
const maxWaitMs = 50;

export const millisecondsOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

type Deps = {
  cores: number;
  /** Holds the number of hashes computed so far. Threads count up and notify (Atomics). */
  computed: Int32Array;
};

export function createEventLoopYield({ cores, computed }: Deps) {
  /** Moving average. */
  let hashMs: number | undefined;
  let running = 0;
  /** Number of computed hashes whose messages have arrived at this thread. */
  let received = 0;
  let since: NodeJS.CpuUsage;
  let timer: NodeJS.Timeout | undefined;

  const workMs = () => workPerHash * cores * (hashMs ?? initialHashMs);

  function restart() {
    clearTimeout(timer);
    if (running === 0) return;
    since = process.threadCpuUsage();
    checkIn(workMs());
  }

  function checkIn(ms: number) {
    timer = setTimeout(check, Math.ceil(ms)).unref();
  }

  /** Waits for one hash if the event loop has worked long enough. An idle event loop leaves the core to the hash anyway. */
  function check() {
    const leftMs = workMs() - millisecondsOf(process.threadCpuUsage(since));
    if (leftMs > 0) return checkIn(leftMs);
    Atomics.wait(computed, 0, received, maxWaitMs);
    restart();
  }

  return {
    /** Called when a thread has received a job. */
    begin() {
      running += 1;
      if (running > 1) return;
      // all messages have arrived: a thread that died may have counted a hash without a message
      received = Atomics.load(computed, 0);
      restart();
    },
    /** Called when a job is done. `cpuMs` is its processor time. */
    end(cpuMs: number) {
      hashMs = hashMs === undefined ? cpuMs : hashMs + (cpuMs - hashMs) / 8;
      running -= 1;
      received += 1;
      restart();
    },
    /** Called when a thread has died with its job. */
    lose() {
      running -= 1;
      restart();
    },
  };
}
