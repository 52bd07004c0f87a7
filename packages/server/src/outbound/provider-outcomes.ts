// Remembers what came of the last calls of an external system, so that administrators see whether it works without another call. Each
// server remembers its own, from its start.

import type { ProviderFault } from '@brama/contract/admin/system/status';
import { isCertificateCode } from './request.ts';

/** Times are epoch milliseconds; null for none since the start. */
export type LastOutcomes = {
  isFailing: boolean;
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  /** Of the last failure. */
  fault: ProviderFault | null;
};

/** Returns the fault of an error of the transport, by a code of Node; undefined for other codes. */
export function faultOfCode(code: string): ProviderFault | undefined {
  if (isCertificateCode(code)) return 'certificate';
  if (code === 'ETIMEDOUT' || /^UND_ERR_\w*TIMEOUT$/.test(code)) return 'timeout';
  return /^(?:E(?!RR_)[A-Z_]+|UND_ERR_\w+)$/.test(code) ? 'unreachable' : undefined;
}

/** A system is called in steps. It fails while one of them has not succeeded since its last failure. */
export class ProviderOutcomes<Step extends string> {
  readonly #now: () => number;
  readonly #failing = new Set<Step>();
  readonly #last: Omit<LastOutcomes, 'isFailing'> = {
    lastSuccessAt: null,
    lastFailureAt: null,
    fault: null,
  };

  constructor(now: () => number) {
    this.#now = now;
  }

  succeeded(step: Step): void {
    this.#failing.delete(step);
    this.#last.lastSuccessAt = this.#now();
  }

  failed(step: Step, fault: ProviderFault): void {
    this.#failing.add(step);
    this.#last.lastFailureAt = this.#now();
    this.#last.fault = fault;
  }

  last(): LastOutcomes {
    return { isFailing: this.#failing.size > 0, ...this.#last };
  }
}
