// `npm run test:flaws`: plants each flaw of this folder in a copy of the project, and expects the test that its patch names
// to fail. `--find` searches for that test; `--together` plants several flaws for each of a few whole runs.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { journeyTag, mainTags } from '../checks/test-filters.ts';
import {
  type Account,
  accountOfPlaywright,
  accountOfVitest,
  type PlaywrightReport,
  readReport,
  type VitestReport,
} from '../checks/test-reports.ts';
import { root } from '../children.ts';

type Flaw = {
  /** Area and name. */
  name: string;
  patch: string;
  /** The first changed file. */
  path: string;
  /** `FILE › TEST`, or a step of `npm test`, such as `types`; undefined if no test notices the flaw. */
  noticedBy: string | undefined;
};

const folder = import.meta.dirname;
/** Flaws of one whole run. */
const mostTogether = 8;
const isTestFile = (text: string) => /\.(test|spec)\.tsx?$/.test(text);
const isBrowserTest = (file: string) => file.startsWith('e2e/');

const args = process.argv.slice(2);
const given = {
  find: args.includes('--find'),
  together: args.includes('--together'),
  testFiles: args.filter(isTestFile),
  flaws: args.filter((arg) => !arg.startsWith('--') && !isTestFile(arg)),
};

function readFlaw(name: string): Flaw {
  const patch = join(folder, `${name}.patch`);
  const text = readFileSync(patch, 'utf8');
  const [, noticedBy = 'none'] = /^Noticed-by: (.+)$/m.exec(text) ?? [];
  const [, path = ''] = /^\+\+\+ b\/(.+)$/m.exec(text) ?? [];
  return { name, patch, path, noticedBy: noticedBy === 'none' ? undefined : noticedBy };
}

/** Returns the chosen flaws. */
function readFlaws(): Flaw[] {
  const names = globSync('*/*.patch', { cwd: folder }).map((file) => file.slice(0, -6));
  const isChosen = (name: string) =>
    given.flaws.length === 0 || [name, dirname(name)].some((one) => given.flaws.includes(one));
  return names.filter(isChosen).sort().map(readFlaw);
}

/** Copies the tracked files. Dependencies are linked, but the packages of the project are those of the copy. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'brama-flaws-'));
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of stdout.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file));
  for (const place of globSync('{,packages/*/}node_modules', { cwd: root })) {
    mkdirSync(join(copy, place));
    for (const entry of readdirSync(join(root, place)))
      if (entry !== '@brama') symlinkSync(join(root, place, entry), join(copy, place, entry));
  }
  const own = 'node_modules/@brama';
  cpSync(join(root, own), join(copy, own), { recursive: true, verbatimSymlinks: true });
  return copy;
}

function applyPatch(copy: string, { patch }: Flaw, ...options: string[]): boolean {
  const command = ['apply', ...options, patch];
  return spawnSync('git', command, { cwd: copy, stdio: 'inherit' }).status === 0;
}

/** Runs the work with these flaws. Returns undefined if a patch does not apply. */
function withFlaws<T>(copy: string, flaws: readonly Flaw[], work: () => T): T | undefined {
  const planted: Flaw[] = [];
  try {
    for (const flaw of flaws) {
      if (!applyPatch(copy, flaw)) return undefined;
      planted.unshift(flaw);
    }
    return work();
  } finally {
    for (const flaw of planted) applyPatch(copy, flaw, '--reverse');
  }
}

/** Runs `npm test` in the copy. */
function runTests(copy: string, options: readonly string[], env: Record<string, string> = {}) {
  const command = ['scripts/run.mjs', 'test', ...options];
  return spawnSync(process.execPath, command, {
    cwd: copy,
    env: { ...process.env, INIT_CWD: copy, ...env },
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
}

function accountIn(copy: string, report: string, isBrowser: boolean): Account | undefined {
  if (!isBrowser) {
    const found = readReport<VitestReport>(report);
    return found && accountOfVitest(found, copy);
  }
  const found = readReport<PlaywrightReport>(report);
  return found && accountOfPlaywright(found);
}

/** Removes the line from the name of a browser test, and names its file from the root. */
const withoutLine = (name: string) => `e2e/${name.replace(/^(\S+?):\d+/, '$1')}`;

/** Returns the names of the failed tests. The files have one runner. */
function failedTests(copy: string, testFiles: readonly string[], ...options: string[]): string[] {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const isBrowser = testFiles.some(isBrowserTest);
  const output = isBrowser ? [] : [`--outputFile.json=${report}`];
  const { stdout, stderr } = runTests(
    copy,
    [...testFiles, '--reporter=json', ...output, ...options],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  const account = accountIn(copy, report, isBrowser);
  // for example if the flaw prevents the build
  if (!account) console.error(`no report of ${testFiles.join(', ')}\n${stdout}${stderr}`);
  if (!account) return [];
  return isBrowser ? account.failed.map(withoutLine) : account.failed;
}

const isTest = (noticedBy: string) => noticedBy.includes(' › ');
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a pattern of the last words, which each runner finds; the names in the report are complete. */
const lastWordsOf = (noticedBy: string) =>
  escaped(noticedBy.slice(noticedBy.lastIndexOf(' › ') + 3));

/** The second runs what the first leaves out. */
const commands = ['npm test', 'test:all'] as const;
type Command = (typeof commands)[number];

/** Returns whether the named test fails, among those that the command runs. */
function isFailing(copy: string, noticedBy: string, command: Command = 'test:all'): boolean {
  if (!isTest(noticedBy)) return runTests(copy, [noticedBy]).status !== 0;
  const [file = ''] = noticedBy.split(' › ');
  const isMain = command === 'npm test';
  const words = lastWordsOf(noticedBy);
  if (isBrowserTest(file)) {
    // Playwright finds the tags of a test and of its groups too, after each title
    const pattern = isMain ? `^(?=.*${journeyTag}).*${words}` : words;
    return failedTests(copy, [file], '-g', pattern).includes(noticedBy);
  }
  const tags = isMain && !file.startsWith('faults/') ? [`--tags-filter=${mainTags}`] : [];
  return failedTests(copy, [file], '-t', words, ...tags).includes(noticedBy);
}

/** Returns the first command that notices the flaw. A race may need another try. */
const commandThatNotices = (copy: string, noticedBy: string) =>
  commands.find((command) => [1, 2, 3].some(() => isFailing(copy, noticedBy, command)));

/** Returns the named tests that fail without a flaw. */
function brokenTests(copy: string, flaws: readonly Flaw[]): string[] {
  const named = [...new Set(flaws.flatMap(({ noticedBy }) => noticedBy ?? []))];
  const testFiles = new Set(named.filter(isTest).map((one) => one.split(' › ', 1)[0] ?? ''));
  const byRunner = Map.groupBy(testFiles, (file) => /^(e2e|faults)\//.exec(file)?.[1] ?? 'unit');
  const words = named.filter(isTest).map(lastWordsOf).join('|');
  const failed = [...byRunner.values()].flatMap((some) =>
    failedTests(copy, some, some.some(isBrowserTest) ? '-g' : '-t', words),
  );
  return named.filter((one) => (isTest(one) ? failed.includes(one) : isFailing(copy, one)));
}

/** Returns test files in the order in which they may notice the flaw: the nearest folder first, then browser tests. */
function candidatesFor({ path }: Flaw): string[][] {
  if (given.testFiles.length > 0) return given.testFiles.map((file) => [file]);
  const all = globSync(['packages/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'], {
    cwd: root,
    exclude: ['**/node_modules'],
  });
  const isBelow = (file: string, place: string) => !relative(place, file).startsWith('..');
  const groups: string[][] = [];
  for (let place = dirname(path); place !== '.'; place = dirname(place)) {
    const known = new Set(groups.flat());
    groups.push(all.filter((file) => isBelow(file, place) && !known.has(file)));
  }
  const specs = globSync('e2e/**/*.spec.ts', { cwd: root }).sort();
  return [...groups, ...specs.map((file) => [file])].filter((some) => some.length > 0);
}

/** Returns the first test that the flaw lets fail, on SQLite if there is one. */
function findTest(copy: string, flaw: Flaw): string | undefined {
  for (const testFiles of candidatesFor(flaw)) {
    const failed = failedTests(copy, testFiles);
    const sqliteFirst = failed.sort(
      (one, other) => Number(one.includes('postgres')) - Number(other.includes('postgres')),
    );
    // alone too: on a busy machine another test may fail
    const found = sqliteFirst.find((name) => isFailing(copy, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function recordTest({ patch }: Flaw, test: string | undefined): void {
  const text = readFileSync(patch, 'utf8');
  writeFileSync(
    patch,
    text.replace(/^Noticed-by: .*$/m, () => `Noticed-by: ${test ?? 'none'}`),
  );
}

const row = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);

function findAll(copy: string, flaws: readonly Flaw[]): boolean {
  for (const flaw of flaws) {
    const found = withFlaws(copy, [flaw], () => findTest(copy, flaw));
    recordTest(flaw, found);
    row(flaw.name, found ?? 'none');
  }
  return true;
}

/** Returns whether each flaw is still noticed by its test alone. */
function checkAll(copy: string, flaws: readonly Flaw[]): boolean {
  const broken = brokenTests(copy, flaws);
  for (const test of broken) console.error(`fails without a flaw: ${test}`);
  row('flaw', 'test', 'noticed by');
  row('---', '---', '---');
  let isOk = broken.length === 0;
  for (const flaw of flaws) {
    const { name, noticedBy } = flaw;
    const command = withFlaws(
      copy,
      [flaw],
      () => (noticedBy !== undefined && commandThatNotices(copy, noticedBy)) || 'none',
    );
    row(name, noticedBy ?? 'none', command ?? 'does not apply');
    isOk &&= command !== undefined && (command === 'none') === (noticedBy === undefined);
  }
  return isOk;
}

/** Distributes the flaws so that a group has at most one of each area. */
function groupsOf(flaws: readonly Flaw[]): Flaw[][] {
  const groups: Flaw[][] = [];
  const areaOf = ({ name }: Flaw) => dirname(name);
  for (const flaw of flaws) {
    const isFree = (group: Flaw[]) =>
      group.length < mostTogether &&
      group.every((one) => areaOf(one) !== areaOf(flaw) && one.path !== flaw.path);
    const group = groups.find(isFree);
    if (group) group.push(flaw);
    else groups.push([flaw]);
  }
  return groups;
}

/** Runs `npm test` with each group, and prints the failed tests. Returns whether those that the patches name are among them. */
function checkTogether(copy: string, flaws: readonly Flaw[]): boolean {
  let isOk = true;
  for (const group of groupsOf(flaws)) {
    const output = withFlaws(copy, group, () => runTests(copy, []).stdout) ?? '';
    const failed = output.split('── FAILED\n')[1] ?? output.slice(-4000);
    for (const { name, noticedBy = 'none' } of group) {
      // reports name browser tests with their line
      const isNoticed = failed.includes(noticedBy.replace(/^e2e\S+/, ''));
      row(name, noticedBy, isNoticed ? 'yes' : 'no');
      isOk &&= isNoticed || noticedBy === 'none';
    }
    console.log(`\n${failed}`);
  }
  return isOk;
}

const flaws = readFlaws();
const copy = copyProject();
try {
  const check = given.find ? findAll : given.together ? checkTogether : checkAll;
  process.exitCode = check(copy, flaws) && flaws.length > 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
