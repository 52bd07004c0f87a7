// Makes the event loop wait for a password hash now and then. Hash threads run at low priority: while requests keep the
// only core busy, they would compute next to nothing.

/**
 * For each hash that is computed the event loop first uses the processor time of so many hashes, times the number of
 * cores.
 */
const workPerHash = 2.6;
/** Until the first hash was measured. */
const usualHashMs = 15;
/** The event loop answers nothing meanwhile. */
const longestWaitMs = 50;

export const millisecondsOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

type Deps = {
  cores: number;
  /** Holds the number of hashes computed so far. Threads count up and notify (Atomics). */
  computed: Int32Array;
};

export function createEventLoopYield({ cores, computed }: Deps) {
  /** The average of the last ones. */
  let hashMs: number | undefined;
  let underWay = 0;
  /** How many of the hashes computed so far this thread has been told about. */
  let received = 0;
  let since: NodeJS.CpuUsage;
  let timer: NodeJS.Timeout | undefined;

  const workMs = () => workPerHash * cores * (hashMs ?? usualHashMs);

  function restart() {
    clearTimeout(timer);
    if (underWay === 0) return;
    since = process.threadCpuUsage();
    checkIn(workMs());
  }

  function checkIn(ms: number) {
    timer = setTimeout(check, Math.ceil(ms)).unref();
  }

  /** Waits for one hash if the event loop has worked long enough; an idle one leaves the core to the hash anyway. */
  function check() {
    const leftMs = workMs() - millisecondsOf(process.threadCpuUsage(since));
    if (leftMs > 0) return checkIn(leftMs);
    Atomics.wait(computed, 0, received, longestWaitMs);
    restart();
  }

  return {
    /** A thread has received a job. */
    begin() {
      underWay += 1;
      if (underWay > 1) return;
      // all messages have come: a thread that died may have counted a hash and told nothing
      received = Atomics.load(computed, 0);
      restart();
    },
    /** A job is over, after so many milliseconds of processor time. */
    end(cpuMs: number) {
      hashMs = hashMs === undefined ? cpuMs : hashMs + (cpuMs - hashMs) / 8;
      underWay -= 1;
      received += 1;
      restart();
    },
    /** A thread has died with its job. */
    lose() {
      underWay -= 1;
      restart();
    },
  };
}
