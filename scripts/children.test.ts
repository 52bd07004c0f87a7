// Tests the process group of `npm start` with real processes.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { root } from './children.ts';

const folder = mkdtempSync(join(tmpdir(), 'brama-children-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the script of a child that reports its name and ends in the given way. */
function script(name: string, dies: 'at once' | 'when asked' | 'last' | 'unready'): string {
  const file = join(folder, name);
  const ready = `process.send({ ready: '${name}' }); console.log('${name} is', process.pid);`;
  const stays = `${ready} setInterval(() => {}, 1000); process.once('disconnect', () => process.exit());`;
  const lines = {
    'at once': `${ready} process.exit(3);`,
    'when asked': stays,
    // ends long after the others, so that the test would notice a restart
    last: `${stays} process.once('SIGTERM', () => setTimeout(() => process.exit(), 700));`,
    unready: 'process.exit(4);',
  };
  writeFileSync(file, lines[dies]);
  return relative(root, file);
}

let parent: ChildProcess | undefined;
afterEach(() => void parent?.kill('SIGKILL'));

function start(simulator: string) {
  const steady = script('steady.mjs', 'last');
  const file = join(folder, 'parent.mjs');
  writeFileSync(
    file,
    `import { ProcessGroup, startChild } from '${join(root, 'scripts/children.ts')}';
     const group = new ProcessGroup();
     group.add(startChild('${steady}', []));
     await group.sustain('The simulator', () => startChild('${simulator}', [])).then(() => console.log('up'), () => {});`,
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  parent = child;
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  // processes print in parallel, so the order of lines is not fixed
  const until = (...texts: (string | RegExp)[]) =>
    vi.waitFor(() => texts.map((text) => expect(said).toMatch(text)), {
      timeout: 50_000,
      interval: 20,
    });
  return { child, ended, until, said: () => said };
}

const times = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

test('a killed simulator is restarted, and other processes continue', async () => {
  const { child, ended, until, said } = start(script('simulator.mjs', 'when asked'));
  await until(/^up$/m, /simulator\.mjs is \d+/);
  const [, pid] = /simulator\.mjs is (\d+)/.exec(said()) ?? [];
  process.kill(Number(pid), 'SIGKILL');
  await until('The simulator ended (SIGKILL); starting it again.', /(simulator\.mjs is .*){2}/s);
  expect(times(said(), /steady\.mjs is/g)).toBe(1);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(times(said(), /starting it again/g)).toBe(1);
}, 60_000);

test('a simulator that keeps ending is not restarted after five attempts; others continue', async () => {
  const { child, ended, until, said } = start(script('mortal.mjs', 'at once'));
  await until('The simulator ended (code 3) again and again; Brama goes on without it.');
  expect(times(said(), /starting it again/g)).toBe(5);
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 60_000);

test('a simulator that never becomes ready ends all processes with its exit code', async () => {
  const { ended } = start(script('unready.mjs', 'unready'));
  expect(await ended).toBe(4);
}, 60_000);

test('no process is restarted during shutdown', async () => {
  const { child, ended, until, said } = start(script('simulator.mjs', 'when asked'));
  await until(/^up$/m);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(said()).not.toContain('again');
}, 60_000);
