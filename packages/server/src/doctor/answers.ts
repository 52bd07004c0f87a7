// What the configured systems answer. Several checks use the same answer, so each system is asked once.

import type { ProviderFault } from '@brama/contract/admin/system/status';
import { ProviderOutcomes } from '../outbound/provider-outcomes.ts';
import {
  type AddressAnswer,
  type Answers,
  type ClockDifference,
  codeOf,
  type DoctorDeps,
} from './check.ts';

const once = <T>(ask: () => Promise<T>) => {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
};

/** Requests end before the check that waits for them. */
const requestMs = 4000;
/** `Date` has no fractions of a second. */
const halfSecondMs = 500;

const maxBytes = 4096;

async function isHealthAnswer(response: Response): Promise<boolean> {
  if (response.status !== 200) return false;
  const { readBounded } = await import('../outbound/bounded-body.ts');
  const body = await readBounded(response, maxBytes);
  return body?.toString('utf8') === '{"status":"ok"}';
}

export function createAnswers(
  { settings, openDatabase, fetch, now }: DoctorDeps,
  signal: AbortSignal,
): Answers {
  const { config, isValid } = settings;
  const clocks: ClockDifference[] = [];

  async function ask(url: string, init: RequestInit = {}): Promise<Response> {
    const begun = now();
    const signals = [signal, AbortSignal.timeout(requestMs), init.signal ?? signal];
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date))
      clocks.push({
        source: new URL(url).host,
        ms: date + halfSecondMs - (begun + now()) / 2,
      });
    return response;
  }

  async function askAddress(): Promise<AddressAnswer | undefined> {
    if (!isValid('BASE_URL')) return undefined;
    try {
      const response = await ask(`${config.baseUrl}/healthz`);
      const { status, headers } = response;
      return { status, isBrama: await isHealthAnswer(response), location: headers.get('location') };
    } catch (error) {
      return { code: codeOf(error) };
    }
  }

  async function askDiia(): Promise<ProviderFault | undefined> {
    const { diia } = config.methods;
    if (!diia) return undefined;
    const { createSessionToken } = await import('../sign-in/diia/partner-api/session-token.ts');
    const { PartnerError, faultOf } = await import('../sign-in/diia/partner-api/partner-error.ts');
    const session = createSessionToken({ partner: diia, fetch: ask, now, timeoutMs: requestMs });
    try {
      await session.use(async () => undefined);
      return undefined;
    } catch (error) {
      if (error instanceof PartnerError) return faultOf(error);
      throw error;
    }
  }

  async function askGoogle(): Promise<ProviderFault | undefined> {
    const { google } = config.methods;
    if (!google) return undefined;
    const { discover } = await import('../sign-in/google/provider/client.ts');
    const outcomes = new ProviderOutcomes<'discovery' | 'exchange'>(now);
    try {
      await discover({ settings: google, fetch: ask, outcomes });
      return undefined;
    } catch {
      return outcomes.last().fault ?? 'unexpected-answer';
    }
  }

  const opened = once(openDatabase);
  let isOpening = false;
  return {
    address: once(askAddress),
    diia: once(askDiia),
    google: once(askGoogle),
    async database() {
      isOpening = true;
      return (await opened()).db;
    },
    clocks,
    async close() {
      if (!isOpening) return;
      // what cannot be opened needs no closing
      await opened().then(
        ({ close }) => close(),
        () => undefined,
      );
    },
  };
}
