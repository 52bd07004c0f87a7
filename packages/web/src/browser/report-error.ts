// Tells the server about an error that broke a page, so that support can find it in the log by the
// reference code the user sees. One error is reported once.

import type { PageErrorReport } from '@brama/contract/api/page-errors';
import { paths } from '@brama/contract/paths';
import { call } from './api.ts';

const reported = new Set<string>();

/** Without letters and digits that look alike; no vowels, so that no word comes out. */
const alphabet = '23456789BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

export function newReference(): string {
  const random = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(random, (byte) => alphabet[byte % alphabet.length]).join('');
}

/** The router throws answers, others may throw anything. */
function describe(error: unknown): string {
  const { status, statusText } = (error ?? {}) as { status?: unknown; statusText?: unknown };
  return status === undefined ? String(error) : `${status} ${statusText}`;
}

/** Name and message on one line; never the stack. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : describe(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** Reports under a reference code, once. */
export function reportBrokenPage(error: unknown, reference: string): void {
  if (reported.has(reference)) return;
  reported.add(reference);
  const report: PageErrorReport = {
    reference,
    page: location.pathname.slice(0, 200),
    message: messageOf(error),
  };
  // no connection: the user can still tell what the page says
  call(paths.pageErrors, { method: 'POST', body: report, failure: 'Failed to report' }).catch(
    () => undefined,
  );
}
