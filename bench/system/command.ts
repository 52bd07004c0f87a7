// Runs a command of the product as a process, to its end, with its time and the most memory that it had.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/children.ts';
import { familyMemory } from '../machine/processes.ts';
import { environment, mainScript, type Settings } from './server.ts';

/** Returns the memory of a process in MiB; 0 if it has ended. */
export function memoryOf(pid: number | undefined): number {
  try {
    return familyMemory(pid ?? 0).rss;
  } catch {
    return 0;
  }
}

export type Cost = { output: string; seconds: number; mebibytes: number };

/** @throws if the command fails */
export async function runMeasured(settings: Settings, ...args: string[]): Promise<Cost> {
  const began = performance.now();
  const child = spawn(process.execPath, [mainScript, ...args], {
    cwd: root,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  let mebibytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    mebibytes = Math.max(mebibytes, memoryOf(child.pid));
    await sleep(50);
  }
  const [code] = await ended;
  const [output, said] = await printed;
  if (code !== 0) throw new Error(`${args[0]} ended with code ${code}: ${output}${said}`);
  return { output, seconds: (performance.now() - began) / 1000, mebibytes };
}
