// What a check receives and returns. Each looks at one part of the installation, never throws for what it finds, and connects only to
// addresses of the settings.

import type { CheckId, FindingId, FindingValues } from '@brama/contract/admin/system/findings';
import type { ProviderFault } from '@brama/contract/admin/system/status';
import type { InspectedConfig } from '../app/config.ts';
import type { Database } from '../database/connect.ts';

export type Found = { id: FindingId; values: FindingValues };

export const found = (id: FindingId, values: FindingValues = {}): Found => ({ id, values });

/** A request that came in as those of users do. */
export type SeenRequest = {
  /** The addresses in `X-Forwarded-For`; undefined without it. */
  forwardedFor: readonly string[] | undefined;
  /** How many of them are trusted or name the client. */
  usedAddresses: number;
};

export type DoctorDeps = {
  settings: InspectedConfig;
  /** @throws the error of the driver */
  openDatabase(): Promise<{ db: Database; close(): Promise<void> }>;
  fetch(url: string, init: RequestInit): Promise<Response>;
  now(): number;
  /** That of the administrator who asks; undefined on the command line. */
  request?: SeenRequest | undefined;
};

export type AddressAnswer =
  | { code: string }
  | { status: number; isBrama: boolean; location: string | null };

/** The clock of another machine minus ours. */
export type ClockDifference = { source: string; ms: number };

export type Answers = {
  /** Of BASE_URL. Undefined if it is not valid. */
  address(): Promise<AddressAnswer | undefined>;
  /** What went wrong; undefined if nothing did or if it is off. */
  diia(): Promise<ProviderFault | undefined>;
  google(): Promise<ProviderFault | undefined>;
  /** @throws the error of the driver */
  database(): Promise<Database>;
  /** Of the answers so far. */
  clocks: readonly ClockDifference[];
  close(): Promise<void>;
};

export type CheckRun = Omit<DoctorDeps, 'openDatabase'> & {
  config: InspectedConfig['config'];
  answers: Answers;
  signal: AbortSignal;
};

export type Check = {
  id: CheckId;
  /** The settings without which it says nothing. */
  needs: readonly string[];
  run(run: CheckRun): Promise<Found[]>;
};

/** Returns the code of an error of Node, SQLite, PostgreSQL or a library. Messages may contain addresses and secrets. */
export function codeOf(error: unknown): string {
  for (let one = error as { code?: unknown; cause?: unknown; name?: unknown } | undefined; one; ) {
    if (typeof one.code === 'string' && /^\w{1,60}$/.test(one.code)) return one.code;
    if (one.name === 'TimeoutError' || one.name === 'AbortError') return 'ETIMEDOUT';
    one = one.cause as typeof one;
  }
  return 'unknown';
}
