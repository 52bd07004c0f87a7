// Child processes of the npm commands: start, wait until ready, stop once, leave none behind.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..');

type Extra = { env?: Record<string, string | undefined>; nodeArgs?: string[] };

/**
 * Starts a script on this Node, in its own process group, so that Ctrl-C of the terminal does not reach it twice. If this
 * process is killed, the closed channel makes the script stop.
 */
export function startChild(script: string, args: string[], { env, nodeArgs = [] }: Extra = {}) {
  const options: SpawnOptions = {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  };
  return spawn(process.execPath, [...nodeArgs, path.join(root, script), ...args], options);
}

/** The address a child reports as `{ ready }`. Rejects with its exit code when it ends before. */
export function whenReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: { ready?: string }) => {
      if (message.ready) resolve(message.ready);
    });
    child.once('exit', (code) => reject(new ChildEnded(code ?? 1)));
  });
}

/** A child ended though it was needed; it has said why on its own. */
export class ChildEnded extends Error {
  readonly exitCode: number;
  constructor(exitCode: number) {
    super(`a process ended with code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** Restarts of a child that may be missing; the count begins again after a minute without a failure. */
const mostRestarts = 5;
const steadyMs = 60_000;
const restartMs = 200;

/**
 * Keeps children together: stops all of them when one ends, when a signal arrives, or when our parent process is gone. Then
 * this process ends too.
 */
export function createFamily() {
  const alive = new Set<ChildProcess>();
  let exitCode: number | undefined;

  function endWhenAlone() {
    if (exitCode !== undefined && alive.size === 0) process.exit(exitCode);
  }

  function join(child: ChildProcess): ChildProcess {
    alive.add(child);
    child.once('exit', () => {
      alive.delete(child);
      endWhenAlone();
    });
    if (exitCode !== undefined) child.kill('SIGTERM');
    return child;
  }

  function stop(code: number) {
    if (exitCode !== undefined) return;
    exitCode = code;
    for (const child of alive) child.kill('SIGTERM');
    endWhenAlone();
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  process.once('disconnect', () => stop(0));
  return {
    /** A child without which the others are of no use. */
    add(child: ChildProcess) {
      join(child);
      child.once('exit', (code, signal) => {
        if (signal && exitCode === undefined)
          console.error(`A process ended unexpectedly (${signal}); stopping the others.`);
        stop(code ?? 1);
      });
      return child;
    },

    /**
     * Starts a child that the others can do without. It must start once, like any other. If it ends later it is restarted
     * a few times, and then the others continue without it. Resolves with its address.
     */
    sustain(name: string, start: () => ChildProcess): Promise<string> {
      let restarts = 0;

      function again(code: number | null, signal: NodeJS.Signals | null, startedAt: number) {
        if (exitCode !== undefined) return;
        if (Date.now() - startedAt > steadyMs) restarts = 0;
        restarts += 1;
        const ended = `${name} ended (${signal ?? `code ${code}`})`;
        if (restarts > mostRestarts) {
          console.error(`${ended} again and again; Brama goes on without it.`);
          return;
        }
        console.error(`${ended}; starting it again.`);
        setTimeout(() => {
          if (exitCode === undefined) watch(join(start()));
        }, restartMs * restarts);
      }

      function watch(child: ChildProcess) {
        const startedAt = Date.now();
        child.once('exit', (code, signal) => again(code, signal, startedAt));
      }

      const first = join(start());
      const ready = whenReady(first);
      ready.then(
        () => watch(first),
        (error: ChildEnded) => stop(error.exitCode),
      );
      return ready;
    },

    /** Runs a script to its end with a text as its standard input: exit code and standard output. */
    async run(script: string, args: string[], input: string) {
      const child = join(
        spawn(process.execPath, [path.join(root, script), ...args], {
          cwd: root,
          env: process.env,
          stdio: ['pipe', 'pipe', 'inherit'],
          detached: process.platform !== 'win32',
        }),
      );
      let output = '';
      child.stdout?.on('data', (chunk) => {
        output += chunk;
      });
      // a child that refuses at once reads nothing; its exit code says so
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
      const code = await new Promise<number>((resolve) =>
        child.once('close', (exitCode) => resolve(exitCode ?? 1)),
      );
      return { code, output };
    },
  };
}

export type Family = ReturnType<typeof createFamily>;
