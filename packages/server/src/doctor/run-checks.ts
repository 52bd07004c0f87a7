// Runs all checks at once. None of them can stop the others: a failure or a late answer is a finding too.

import {
  type CheckId,
  explainFinding,
  type FindingId,
  type FindingLevel,
} from '@brama/contract/admin/system/findings';
import type { Language } from '@brama/contract/paths';
import { createAnswers } from './answers.ts';
import { type Check, type CheckRun, codeOf, type DoctorDeps, type Found, found } from './check.ts';
import { checkCertificate } from './checks/certificate.ts';
import { checkClock } from './checks/clock.ts';
import { checkDatabase } from './checks/database.ts';
import { checkDisk } from './checks/disk.ts';
import { checkKeyFiles } from './checks/keys.ts';
import { checkMail } from './checks/mail.ts';
import { checkNames } from './checks/names.ts';
import { checkDiia, checkGoogle } from './checks/providers.ts';
import { checkProxy } from './checks/proxy.ts';
import { checkSettings } from './checks/settings.ts';
import { checkSources } from './checks/sources.ts';

const checks: readonly Check[] = [
  checkSettings,
  checkProxy,
  checkNames,
  checkCertificate,
  checkClock,
  checkDatabase,
  checkKeyFiles,
  checkDisk,
  checkMail,
  checkDiia,
  checkGoogle,
  checkSources,
];

const checkMs = 5000;

export type Finding = {
  check: CheckId;
  id: FindingId;
  level: FindingLevel;
  text: string;
  /** Null for `fine`. */
  remedy: string | null;
};

export const findingOf = (check: CheckId, { id, values }: Found, language: Language): Finding => ({
  check,
  id,
  ...explainFinding(id, values, language),
});

async function runCheck({ needs, run }: Check, given: CheckRun): Promise<Found[]> {
  const setting = needs.find((name) => !given.settings.isValid(name));
  if (setting !== undefined) return [found('not-checked', { setting })];
  const { promise: late, resolve } = Promise.withResolvers<Found[]>();
  const timer = setTimeout(
    () => resolve([found('check-timeout', { seconds: checkMs / 1000 })]),
    checkMs,
  );
  try {
    return await Promise.race([run(given), late]);
  } catch (error) {
    return [found('check-failed', { code: codeOf(error) })];
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the findings in the order of the checks, at least one of each. Takes at most a little longer than five seconds. */
export async function runChecks(deps: DoctorDeps, language: Language): Promise<Finding[]> {
  const ending = new AbortController();
  const { openDatabase: _, ...others } = deps;
  const answers = createAnswers(deps, ending.signal);
  const { config } = deps.settings;
  const given: CheckRun = { ...others, config, answers, signal: ending.signal };
  try {
    const all = await Promise.all(
      checks.map(async (check) =>
        (await runCheck(check, given)).map((one) => findingOf(check.id, one, language)),
      ),
    );
    return all.flat();
  } finally {
    ending.abort();
    await answers.close();
  }
}
