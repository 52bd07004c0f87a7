// Verifies passwords one after the other for a while and prints what one costs. Arguments: milliseconds of warm-up,
// milliseconds to measure.

import { argon2, argon2Parameters, type HashCost } from './argon2.ts';
import { cores, machineBusyMs } from './processes.ts';

const [warmUpMs = 0, ms = 0] = process.argv.slice(2).map(Number);
const password = 'correct horse battery staple';
const passwordHash = await argon2.hash(password, argon2Parameters);

async function verifyFor(duration: number): Promise<number> {
  const until = performance.now() + duration;
  let hashes = 0;
  for (; performance.now() < until; hashes += 1) await argon2.verify(passwordHash, password);
  return hashes;
}

await verifyFor(warmUpMs);
const before = { cpu: process.cpuUsage(), machine: machineBusyMs(), at: performance.now() };
const hashes = await verifyFor(ms);
const { user, system } = process.cpuUsage(before.cpu);
const cpuMs = (user + system) / 1000;
const elapsedMs = performance.now() - before.at;
const result: HashCost = {
  perSecond: (hashes * 1000) / elapsedMs,
  cpuMs: cpuMs / hashes,
  othersShare: Math.max(0, machineBusyMs() - before.machine - cpuMs) / (elapsedMs * cores),
};
console.log(JSON.stringify(result));
