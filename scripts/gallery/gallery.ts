// `npm run gallery [PART…] [uk|en] [light|dark] [WIDTH…] [FOLDER/]`: starts the product and takes screenshots of every
// screen in every state.

import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { startSystem } from '../../e2e/support/processes.ts';
import { root } from '../children.ts';
import { findChromium, launchArguments } from '../environment/chromium.ts';
import { createSignIns, pictureState, type Shot } from './camera.ts';
import { indexPage } from './index-page.ts';
import { readOptions, type Wanted } from './options.ts';
import { states } from './states.ts';

async function pictureAll(wanted: Wanted, origin: string) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: launchArguments,
  });
  const cookiesOf = createSignIns(origin);
  const jobs = wanted.states.flatMap((state) =>
    wanted.languages.map((language) => ({ state, language })),
  );
  const shots: Shot[] = [];
  const failures: string[] = [];
  async function work() {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { state, language } = job;
      try {
        const cookies = state.user ? await cookiesOf(state.user) : [];
        shots.push(...(await pictureState(browser, origin, state, language, wanted, cookies)));
      } catch (error) {
        const [reason] = String(error).split('\n');
        failures.push(`${state.name}, ${language}: ${reason}`);
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  } finally {
    await browser.close();
  }
  const order = wanted.states.map(({ name }) => name);
  shots.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return { shots, failures };
}

async function run() {
  const wanted = readOptions(process.argv.slice(2), states, join(root, 'gallery'));
  mkdirSync(wanted.folder, { recursive: true });
  const began = performance.now();
  const system = await startSystem({ env: { LOG_LEVEL: 'error' } });
  try {
    const { shots, failures } = await pictureAll(wanted, system.url);
    const notes = [
      ...failures,
      ...shots
        .filter(({ sticksOut }) => sticksOut > 0)
        .map(({ file, sticksOut }) => `${file}: ${sticksOut} px stick out to the side`),
    ];
    const index = join(wanted.folder, 'index.html');
    writeFileSync(index, indexPage(shots, notes));
    const seconds = Math.round((performance.now() - began) / 1000);
    for (const note of notes) console.error(note);
    console.log(`${shots.length} pictures in ${seconds} s: ${index}`);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await system.stop();
    system.remove();
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
