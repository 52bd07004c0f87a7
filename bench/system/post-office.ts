// A server for mail as a process of its own, which takes every letter and keeps none, and the settings with which a
// server sends by it.

import { once } from 'node:events';
import { startChild, whenReady } from '../../scripts/children.ts';
import type { Settings } from './server.ts';

export type RunningPostOffice = { settings: Settings; stop(): Promise<void> };

export async function startPostOffice(): Promise<RunningPostOffice> {
  const child = startChild('bench/system/post-office-process.ts', []);
  const SMTP_URL = await whenReady(child);
  return {
    settings: { SMTP_URL, MAIL_FROM: 'id@campus.example' },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
