// Generates the table of security events in docs/operate.md from the table of events.

import { securityEvents } from '@brama/server/audit/security-events';
import { withTable } from './manual-table.ts';

const names = (facts: readonly string[]) => facts.map((fact) => `\`${fact}\``).join(', ') || '–';

const rows = Object.entries(securityEvents).map(
  ([name, { level, required, optional, when = '–' }]) =>
    `| \`${name}\` | ${level} | ${names(required)} | ${names(optional)} | ${when} |`,
);

export const withEvents = (manual: string) =>
  withTable(manual, 'security events', [
    '| event | level | always | sometimes | when |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ]);
