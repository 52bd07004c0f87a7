// Draws SVG in a process of its own with limits of time and memory, which serves one drawing after the other.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DrawnSvg } from './draw-svg.ts';

export type DrawSvg = (markup: string) => Promise<DrawnSvg>;

/** `bytes`: resident memory of the process, of which Node needs about 100 MiB. */
export type DrawLimits = { milliseconds: number; bytes: number };

export const usual: DrawLimits = { milliseconds: 10_000, bytes: 320 * 1024 * 1024 };

/** After this many, `apply` draws no more files, so that it ends soon with any number of them. */
const maxFailuresOfApply = 3;

function start({ bytes }: DrawLimits): ChildProcess {
  // no environment: it has the secrets of the server
  const child = fork(fileURLToPath(new URL('./draw-process.ts', import.meta.url)), [`${bytes}`], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // an error of a message is followed by the exit
  child.on('error', () => child.kill('SIGKILL'));
  return child;
}

/** Keeps this process alive while it waits for the other one. */
function setWaiting(child: ChildProcess, isWaiting: boolean) {
  const change = isWaiting ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

/** Returns undefined if the process ended without an answer. */
async function answerOf(child: ChildProcess, markup: string): Promise<DrawnSvg | undefined> {
  const done = new AbortController();
  const { signal } = done;
  child.send(markup);
  try {
    const answer = once(child, 'message', { signal });
    const exit = once(child, 'exit', { signal }).then(() => []);
    const [drawn] = await Promise.race([answer, exit]);
    return drawn;
  } catch {
    // the process did not start
    return undefined;
  } finally {
    done.abort();
  }
}

/** Returns a function that draws. Its process starts with the first drawing and ends with this process. */
export function createSvgDrawer(limits = usual, maxFailures = maxFailuresOfApply): DrawSvg {
  let child: ChildProcess | undefined;
  let failures = 0;
  let last: Promise<unknown> = Promise.resolve();

  function startAnother(): ChildProcess {
    const started = start(limits);
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  }

  async function draw(markup: string): Promise<DrawnSvg> {
    if (failures >= maxFailures)
      return { reason: `is not drawn, because ${maxFailures} other SVG files took too long` };
    const current = child ?? startAnother();
    child = current;
    setWaiting(current, true);
    const giveUp = setTimeout(() => current.kill('SIGKILL'), limits.milliseconds);
    const drawn = await answerOf(current, markup);
    clearTimeout(giveUp);
    setWaiting(current, false);
    if (drawn) return drawn;
    failures++;
    return { reason: 'is an SVG file that needs too much time or memory to draw' };
  }

  return (markup) => {
    const drawn = last.then(() => draw(markup));
    last = drawn;
    return drawn;
  };
}
