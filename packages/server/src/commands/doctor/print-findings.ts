// Prints findings of the checks of an installation, of this machine or of another server.

import type { Finding } from '../../doctor/run-checks.ts';
import { shown } from '../api/print.ts';

const marks = { fine: 'fine   ', warning: 'WARNING', error: 'ERROR  ' } as const;

export function printFindings(findings: readonly Finding[]): void {
  for (const { check, level, text, remedy } of findings) {
    console.log(`${marks[level]}  ${check.padEnd(11)}  ${shown(text)}`);
    if (remedy !== null) console.log(`${' '.repeat(22)}→ ${shown(remedy)}`);
  }
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  console.log(`\nErrors: ${count('error')}. Warnings: ${count('warning')}.`);
}

/** Returns 1 with errors. */
export const exitCodeOf = (findings: readonly Finding[]): number =>
  findings.some(({ level }) => level === 'error') ? 1 : 0;
