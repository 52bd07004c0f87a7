// Starts the child processes of the npm commands, waits until they are ready, and stops all of them.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..');

/** The built server, which runs everywhere but in development. */
export const serverScript = 'packages/server/dist/main.cjs';

type Extra = { env?: Record<string, string | undefined>; nodeArgs?: string[] };

/**
 * Starts a script with this Node in its own process group, so that Ctrl-C does not reach it twice. If this process is
 * killed, the closed IPC channel makes the script stop.
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

/** Resolves with the address that a child reports as `{ ready }`. Rejects with its exit code if it ends before. */
export function whenReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: { ready?: string }) => {
      if (message.ready) resolve(message.ready);
    });
    child.once('exit', (code) => reject(new ChildEnded(code ?? 1)));
  });
}

/** Thrown if a required child ended. The child has already printed the reason. */
export class ChildEnded extends Error {
  readonly exitCode: number;
  constructor(exitCode: number) {
    super(`a process ended with code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** Limits for restarts of an optional child. The count restarts after a minute without a failure. */
const mostRestarts = 5;
const steadyMs = 60_000;
const restartMs = 200;

/**
 * Stops all child processes when one ends, when a signal arrives, or when our parent process has ended. Then this
 * process ends too.
 */
export class ProcessGroup {
  readonly #alive = new Set<ChildProcess>();
  #exitCode: number | undefined;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => this.#stop(0));
    process.once('disconnect', () => this.#stop(0));
  }

  #exitWhenEmpty() {
    if (this.#exitCode !== undefined && this.#alive.size === 0) process.exit(this.#exitCode);
  }

  #join(child: ChildProcess): ChildProcess {
    this.#alive.add(child);
    child.once('exit', () => {
      this.#alive.delete(child);
      this.#exitWhenEmpty();
    });
    if (this.#exitCode !== undefined) child.kill('SIGTERM');
    return child;
  }

  #stop(code: number) {
    if (this.#exitCode !== undefined) return;
    this.#exitCode = code;
    for (const child of this.#alive) child.kill('SIGTERM');
    this.#exitWhenEmpty();
  }

  /** Adds a required child: when it ends, all others are stopped. */
  add(child: ChildProcess) {
    this.#join(child);
    child.once('exit', (code, signal) => {
      if (signal && this.#exitCode === undefined)
        console.error(`A process ended unexpectedly (${signal}); stopping the others.`);
      this.#stop(code ?? 1);
    });
    return child;
  }

  /**
   * Starts a child that is not required after its start. A failed start is an error. If the child ends later, it is
   * restarted a few times; then the other processes continue without it. Resolves with its address.
   */
  sustain(name: string, start: () => ChildProcess): Promise<string> {
    let restarts = 0;

    const restart = (code: number | null, signal: NodeJS.Signals | null, startedAt: number) => {
      if (this.#exitCode !== undefined) return;
      if (Date.now() - startedAt > steadyMs) restarts = 0;
      restarts += 1;
      const ended = `${name} ended (${signal ?? `code ${code}`})`;
      if (restarts > mostRestarts) {
        console.error(`${ended} again and again; Brama goes on without it.`);
        return;
      }
      console.error(`${ended}; starting it again.`);
      setTimeout(() => {
        if (this.#exitCode === undefined) watch(this.#join(start()));
      }, restartMs * restarts);
    };

    const watch = (child: ChildProcess) => {
      const startedAt = Date.now();
      child.once('exit', (code, signal) => restart(code, signal, startedAt));
    };

    const first = this.#join(start());
    const ready = whenReady(first);
    ready.then(
      () => watch(first),
      (error: ChildEnded) => this.#stop(error.exitCode),
    );
    return ready;
  }

  /** Runs a script to its end with a text as its standard input. Resolves with exit code and standard output. */
  async run(script: string, args: string[], input: string) {
    const child = this.#join(
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
    // a script that fails at once reads nothing; its exit code reports the failure
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    const code = await new Promise<number>((resolve) =>
      child.once('close', (exitCode) => resolve(exitCode ?? 1)),
    );
    return { code, output };
  }
}
