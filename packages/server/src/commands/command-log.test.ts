import { expect, test } from 'vitest';
import { logSecurityEvent } from '../audit/security-events.ts';
import { createLogger } from '../http/log.ts';
import { logDestination } from './command-log.ts';

/** Logs as a command at a terminal does. */
function atTerminal() {
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text);
  return { lines, log: createLogger('info', logDestination({ isTTY: true, write })) };
}

test('a terminal shows plain lines, and no events', () => {
  const { lines, log } = atTerminal();
  logSecurityEvent(log, 'role.granted', { user: 'id', role: 'administrator' });
  log.warn({ reason: 'ECONNREFUSED', tries: 2 }, 'email not sent');
  log.info({ path: '/a\u001b[2J' }, 'migrated');
  log.error({ err: new Error('disk full') }, 'job failed');
  expect(lines.filter((line) => line !== '')).toEqual([
    'warn: email not sent (reason: ECONNREFUSED, tries: 2)\n',
    'info: migrated (path: /a\\u001b[2J)\n',
    'error: job failed (err: disk full)\n',
  ]);
});
