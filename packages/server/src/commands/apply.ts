// `npm run brama -- apply`: reads its arguments, asks whether there is anything to do, prints what came of it.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Logger, pino } from 'pino';
import type { ApplyOptions, Outcome } from '../admin/apply/apply.ts';
import { readSource } from '../admin/apply/parse/source.ts';
import { located } from '../admin/apply/parse/yaml-locations.ts';
import { createProgress } from '../admin/apply/progress.ts';
import {
  changedBy,
  dryRunLines,
  maxFaults,
  refusalLines,
  summaryLines,
  warningLines,
} from '../admin/apply/summary.ts';
import { createManifestStore } from '../admin/apply/write/store.ts';
import { logSecurityEvent } from '../audit/security-events.ts';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../crypto/keys.ts';
import { commandLimits, type Database } from '../database/connect.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { openDatabase } from '../database/open.ts';
import { createLogger } from '../http/log.ts';

const usage = `usage: npm run brama -- apply FILE [--dry-run] [--once NAME] [--if-empty] [--if-applied NAME]

  FILE         YAML or JSON, described in docs/manifest.md; a file named .json must be JSON;
               - reads standard input
  --dry-run    shows every field that would change, and changes no record; the schema of the
               database is brought up to date first, as by every command
  --once NAME  does nothing when a manifest was applied under this name before
  --if-empty   does nothing when there are users or applications already
  --if-applied NAME  does nothing unless a manifest was applied with --once NAME`;

type Arguments = {
  file: string;
  once: string | undefined;
  ifEmpty: boolean;
  ifApplied: string | undefined;
  dryRun: boolean;
};

/** Nothing when the command line is not understood. */
function readArguments(args: readonly string[]): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        once: { type: 'string' },
        'if-empty': { type: 'boolean', default: false },
        'if-applied': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const [file] = positionals;
    const { once, 'if-empty': ifEmpty, 'if-applied': ifApplied, 'dry-run': dryRun } = values;
    if (file === undefined || positionals.length > 1) return undefined;
    if (once !== undefined && !/^[\w.-]{1,64}$/.test(once)) return undefined;
    return { file, once, ifEmpty, ifApplied, dryRun };
  } catch {
    return undefined;
  }
}

async function reasonToSkip(db: Database, { once, ifEmpty, ifApplied }: Arguments) {
  const store = createManifestStore(db);
  if (ifApplied !== undefined && !(await store.wasApplied(ifApplied)))
    return `${ifApplied} was never applied`;
  if (once !== undefined && (await store.wasApplied(once))) return `${once} was applied before`;
  if (ifEmpty && !(await store.isEmpty())) return 'there are users or applications already';
  return undefined;
}

type Run = { text: string; name: string; milliseconds: number; dryRun: boolean };

function tellSuccess(
  { summary, warnings, changes }: Extract<Outcome, { summary: unknown }>,
  { text, name, milliseconds, dryRun }: Run,
): number {
  const first = located(text, warnings.slice(0, maxFaults));
  if (warnings.length > 0) console.error(warningLines(first, warnings.length, name).join('\n'));
  const lines = dryRun
    ? dryRunLines(summary, changes, name, milliseconds)
    : summaryLines(summary, name, milliseconds);
  console.log(lines.join('\n'));
  return 0;
}

/** Prints what came of it; the exit code. */
function tell(outcome: Outcome, run: Run): number {
  const { text, name } = run;
  if ('summary' in outcome) return tellSuccess(outcome, run);
  if ('faults' in outcome) {
    const first = located(text, outcome.faults.slice(0, maxFaults));
    console.error(refusalLines(first, outcome.faults.length, name).join('\n'));
    return 1;
  }
  if (outcome.overtaken === 'the same manifest') {
    console.log('Nothing to do: somebody has just applied it.');
    return 0;
  }
  console.error(
    `Refused ${name}: users or applications changed meanwhile; nothing was changed. Run it again.`,
  );
  return 1;
}

function noteApplied(log: Logger, { summary, ended }: Extract<Outcome, { summary: unknown }>) {
  logSecurityEvent(log, 'manifest.applied', changedBy(summary));
  for (const { uid: session, userId: user } of ended)
    logSecurityEvent(log, 'session.ended', { session, user, reason: 'by-manifest' });
}

async function applyTo(
  db: Database,
  args: Arguments,
  config: Config,
  { folder, log }: { folder: string; log: Logger },
): Promise<number> {
  const startedAt = performance.now();
  const name = args.file === '-' ? 'standard input' : args.file;
  const reason = await reasonToSkip(db, args);
  if (reason !== undefined) {
    console.log(`Nothing to do: ${reason}.`);
    return 0;
  }
  const source = readSource(args.file === '-' ? '-' : resolve(folder, args.file));
  if ('fault' in source) {
    console.error(`Refused ${name}: ${source.fault}; nothing was changed.`);
    return 1;
  }
  const progress = createProgress(process.stderr, () => performance.now());
  // loaded only now: `npm start` asks with --once every time, and mostly in vain
  const { composeApply } = await import('./compose-apply.ts');
  const { apply, close } = composeApply(db, config, progress);
  const { dryRun } = args;
  const options: ApplyOptions = { dryRun, strictJson: /\.json$/i.test(args.file) };
  try {
    const outcome = await apply(source.text, args.once, options);
    progress.end();
    if ('summary' in outcome && !dryRun) noteApplied(log, outcome);
    const milliseconds = performance.now() - startedAt;
    return tell(outcome, { text: source.text, name, milliseconds, dryRun });
  } finally {
    await close();
  }
}

/**
 * Runs the command; `folder` is what the path of the file is relative to.
 * Exit codes: 0 done, 1 refused, 2 not understood.
 */
export async function runApply(
  args: readonly string[],
  config: Config,
  folder: string,
): Promise<number> {
  const read = readArguments(args);
  if (!read) {
    console.error(usage);
    return 2;
  }
  const { databaseUrl, taxIdKey, dataKey, dataDir } = config;
  if (!databaseUrl || !taxIdKey || !dataKey) prepareDataDir(dataDir);
  // standard output is for the summary alone
  const log = createLogger(config.logLevel, pino.destination(2));
  const db = await openDatabase(config, log, commandLimits);
  try {
    return await applyTo(db, read, config, { folder, log });
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const { code, message } = error as { code?: string; message: string };
    console.error(`The database does not answer (${code ?? message}); nothing was changed.`);
    return 1;
  } finally {
    await db.destroy();
  }
}
