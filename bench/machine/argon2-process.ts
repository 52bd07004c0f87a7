// Verifies passwords for a while and prints how many it managed. Arguments: milliseconds of warm-up, milliseconds to
// measure.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Argon2Limit, argon2, argon2Parameters, hashThreads } from './argon2.ts';
import { cores, machineBusyMs } from './processes.ts';

const [warmUpMs = 0, ms = 0] = process.argv.slice(2).map(Number);
const password = 'correct horse battery staple';
const passwordHash = await argon2.hash(password, argon2Parameters);
let hashes = 0;
let over = false;

async function verifyOnAndOn() {
  while (!over) {
    await argon2.verify(passwordHash, password);
    hashes += 1;
  }
}

// twice as many as there are threads, so that no thread waits for work
const loops = Array.from({ length: hashThreads * 2 }, verifyOnAndOn);
await sleep(warmUpMs);
const before = { hashes, cpu: process.cpuUsage(), machine: machineBusyMs(), at: performance.now() };
await sleep(ms);
const { user, system } = process.cpuUsage(before.cpu);
const cpuMs = (user + system) / 1000;
const elapsedMs = performance.now() - before.at;
const done = hashes - before.hashes;
const result: Argon2Limit = {
  perSecond: (done * 1000) / elapsedMs,
  cpuMsPerHash: cpuMs / done,
  othersShare: Math.max(0, machineBusyMs() - before.machine - cpuMs) / (elapsedMs * cores),
};
console.log(JSON.stringify(result));
over = true;
await Promise.all(loops);
