// `npm run brama -- apply`: reads the command line and the file, skips what was applied before, prints the outcome.

import { dirname, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { FullConfig } from '../app/config.ts';
import { logSecurityEvent } from '../audit/security-events.ts';
import type { Database } from '../database/connect.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import type { ApplyOptions, Outcome } from '../directory/apply/apply.ts';
import { readSource } from '../directory/apply/parse/source.ts';
import { withLines } from '../directory/apply/parse/yaml-locations.ts';
import { createProgress } from '../directory/apply/progress.ts';
import {
  countByKind,
  dryRunLines,
  errorLines,
  maxIssuesShown,
  summaryLines,
  warningLines,
} from '../directory/apply/summary.ts';
import { createManifestStore } from '../directory/apply/write/store.ts';
import { logEnded } from '../events/change.ts';
import { exitCodes } from './line/exit-codes.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { withDatabase } from './run-command.ts';

type Line = Given<(typeof areas)['apply']>;
type Arguments = Pick<Line, 'operands'> & {
  options: Omit<Line['options'], 'server' | 'token-stdin'>;
};

/** @throws {UsageError} */
function checkArguments(given: Line): Line {
  const { once } = given.options;
  if (once !== undefined && !/^[\w.-]{1,64}$/.test(once))
    throw new UsageError(
      `--once: must be a name of at most 64 letters, digits, dots and dashes (it is ${once})`,
    );
  return given;
}

async function reasonToSkip(db: Database, options: Arguments['options']) {
  const { once, 'if-empty': ifEmpty, 'if-applied': ifApplied } = options;
  const store = createManifestStore(db);
  if (ifApplied !== undefined && !(await store.wasApplied(ifApplied)))
    return `${ifApplied} was never applied`;
  if (once !== undefined && (await store.wasApplied(once))) return `${once} was applied before`;
  if (ifEmpty && !(await store.isEmpty())) return 'there are users or applications already';
  return undefined;
}

type Success = Extract<Outcome, { summary: unknown }>;
type Run = { text: string; name: string; milliseconds: number; dryRun: boolean };

function printSuccess(
  { summary, warnings, changes }: Success,
  { text, name, milliseconds, dryRun }: Run,
) {
  const first = withLines(text, warnings.slice(0, maxIssuesShown));
  if (warnings.length > 0) console.error(warningLines(first, warnings.length, name).join('\n'));
  const lines = dryRun
    ? dryRunLines(summary, changes, name, milliseconds)
    : summaryLines(summary, name, milliseconds);
  console.log(lines.join('\n'));
}

/** Prints the outcome; returns the exit code. */
function printOutcome(outcome: Outcome, run: Run): number {
  const { text, name } = run;
  if ('summary' in outcome) {
    printSuccess(outcome, run);
    return 0;
  }
  if ('issues' in outcome) {
    const first = withLines(text, outcome.issues.slice(0, maxIssuesShown));
    console.error(errorLines(first, outcome.issues.length, name).join('\n'));
    return 1;
  }
  if (outcome.conflict === 'same manifest') {
    console.log('Nothing to do: it has just been applied by another run.');
    return 0;
  }
  if (outcome.conflict === 'last administrator') {
    console.error(
      `Refused ${name}: it would leave no enabled administrator, or only one with an end date; nothing was changed. Keep one enabled, or grant the role first (admin grant).`,
    );
    return 1;
  }
  console.error(
    `Refused ${name}: users or applications changed meanwhile; nothing was changed. Run it again.`,
  );
  return 1;
}

/** Returns whether anything differs. */
const hasChanges = ({ changes }: Success): boolean => changes.length > 0;

function logApplied(log: Logger, { summary, ended }: Success) {
  logSecurityEvent(log, 'manifest.applied', countByKind(summary));
  logEnded(log, ended, 'by-manifest');
}

type Context = {
  config: FullConfig;
  folder: string;
  log: Logger;
  /** The exit code if something differs; by default 0. */
  differs?: number;
};

async function applyFile(
  db: Database,
  args: Arguments,
  { config, folder, log, differs = 0 }: Context,
): Promise<number> {
  const startedAt = performance.now();
  const [file] = args.operands;
  const { once, 'dry-run': dryRun } = args.options;
  const name = file === '-' ? 'standard input' : file;
  const reason = await reasonToSkip(db, args.options);
  if (reason !== undefined) {
    console.log(`Nothing to do: ${reason}.`);
    return 0;
  }
  const source = readSource(file === '-' ? '-' : resolve(folder, file));
  if ('error' in source) {
    console.error(`Refused ${name}: ${source.error}; nothing was changed.`);
    return 1;
  }
  const progress = createProgress(process.stderr, () => performance.now());
  // imported late: `npm start` runs this command with --once every time and mostly stops above
  const { composeApply } = await import('./compose-apply.ts');
  const iconFolder = file === '-' ? folder : dirname(resolve(folder, file));
  const { apply, close } = composeApply(db, config, iconFolder, progress);
  const options: ApplyOptions = { dryRun, strictJson: /\.json$/i.test(file) };
  try {
    const outcome = await apply(source.text, once, options);
    progress.end();
    if ('summary' in outcome && !dryRun) logApplied(log, outcome);
    const milliseconds = performance.now() - startedAt;
    const exitCode = printOutcome(outcome, { text: source.text, name, milliseconds, dryRun });
    return exitCode === 0 && 'summary' in outcome && hasChanges(outcome) ? differs : exitCode;
  } finally {
    await close();
  }
}

/** Says that the database does not respond. Other errors are thrown again. */
async function withoutDatabase(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const { code, message } = error as { code?: string; message: string };
    console.error(
      `The database does not respond (${code ?? message}); nothing was changed. Check DATABASE_URL, and that PostgreSQL runs.`,
    );
    return 1;
  }
}

const comparison = { once: undefined, 'if-empty': false, 'if-applied': undefined, 'dry-run': true };

/** Runs `diff`: what `apply` would change. `folder` is the base of a relative file path. */
export function runDiff(
  args: readonly string[],
  config: FullConfig,
  folder: string,
): Promise<number> {
  return withArguments(
    'diff',
    args,
    ({ operands }) => operands,
    (operands) =>
      withoutDatabase(() =>
        withDatabase(config, ['taxIdKey', 'dataKey'], (db, log) => {
          const given: Arguments = { operands, options: comparison };
          return applyFile(db, given, { config, folder, log, differs: exitCodes.differs });
        }),
      ),
  );
}

/** Runs the command. `folder` is the base of a relative file path. */
export function runApply(
  args: readonly string[],
  config: FullConfig,
  folder: string,
): Promise<number> {
  return withArguments('apply', args, checkArguments, (given) =>
    withoutDatabase(() =>
      withDatabase(config, ['taxIdKey', 'dataKey'], (db, log) =>
        applyFile(db, given, { config, folder, log }),
      ),
    ),
  );
}
