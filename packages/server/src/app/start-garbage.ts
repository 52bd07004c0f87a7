// Returns the memory of the start to the system. The start allocates much that is garbage afterwards, and V8 would keep the
// space for it as long as the server has little to do.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** The number of collections after which V8 drops the bytecode of a function that has not run meanwhile. */
const usualBytecodeAge = 6;

/** Takes about 60 ms, once. What the start alone has run is dropped at once. V8 compiles it again if it is called. */
export function collectStartGarbage() {
  setFlagsFromString('--expose-gc');
  // contexts created from now on have the function
  const collect: Collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString('--bytecode-old-age=1');
  try {
    // the first one lets the functions age, the second one drops them
    for (let times = 0; times < 2; times += 1)
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  } finally {
    // with another value V8 would reject the compile cache of what is loaded later
    setFlagsFromString(`--bytecode-old-age=${usualBytecodeAge}`);
  }
}
