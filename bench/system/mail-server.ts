// Starts a mail server as a separate process, which accepts every email and stores none. Gives the settings for a
// server to send through it.

import { once } from 'node:events';
import { startChild, whenReady } from '../../scripts/children.ts';
import type { Settings } from './server.ts';

export type RunningMailServer = { settings: Settings; stop(): Promise<void> };

export async function startMailServer(): Promise<RunningMailServer> {
  const child = startChild('bench/system/mail-server-process.ts', []);
  const SMTP_URL = await whenReady(child);
  return {
    settings: { SMTP_URL, MAIL_FROM: 'id@campus.example' },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
