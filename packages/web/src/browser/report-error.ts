// Reports an error that broke a page to the server, so that support finds it in the log by the reference code. Each
// error is reported once.

import type { PageErrorReport } from '@brama/contract/api/page-errors';
import { paths } from '@brama/contract/paths';
import { call } from './api.ts';

const reported = new Set<string>();

/** No letters and digits that look alike, and no vowels, so that no word can appear. */
const alphabet = '23456789BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

export function newReference(): string {
  const random = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(random, (byte) => alphabet[byte % alphabet.length]).join('');
}

/** The router throws responses; other code may throw any value. */
function describe(error: unknown): string {
  const { status, statusText } = (error ?? {}) as { status?: unknown; statusText?: unknown };
  return status === undefined ? String(error) : `${status} ${statusText}`;
}

/** Returns name and message on one line, never the stack. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : describe(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** Reports the error under a reference code, once. */
export function reportBrokenPage(error: unknown, reference: string): void {
  if (reported.has(reference)) return;
  reported.add(reference);
  const report: PageErrorReport = {
    reference,
    page: location.pathname.slice(0, 200),
    message: messageOf(error),
  };
  // no connection: the user can still quote the text of the page
  call(paths.pageErrors, { method: 'POST', body: report, failure: 'Failed to report' }).catch(
    () => undefined,
  );
}
