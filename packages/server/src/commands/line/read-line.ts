// Parses the command line of an area by the table of commands.

import { parseArgs } from 'node:util';
import { nearest } from './nearest.ts';
import { serverIssue } from './server-option.ts';
import {
  type AreaSpec,
  type CommandSpec,
  type Given,
  type OptionSpecs,
  optionsOf,
} from './spec.ts';
import { type AreaName, areas } from './table.ts';

/** Thrown for an invalid command line. The message names the wrong value. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const asksForHelp = (args: readonly string[]): boolean =>
  args.some((arg) => arg === '--help' || arg === '-h');

/** Returns a message that names the wrong word, and the nearest right one. */
function withNearest(message: string, word: string, known: readonly string[], prefix = ''): string {
  const meant = nearest(word, known);
  return meant === undefined ? message : `${message} (did you mean ${prefix}${meant}?)`;
}

export const unknownArea = (name: string): string =>
  withNearest(`unknown command: ${name}`, name, Object.keys(areas));

function optionsOfArea({ commands }: AreaSpec): OptionSpecs {
  return Object.assign({}, ...Object.values(commands).map(optionsOf));
}

type Token = { name: string; rawName: string; value?: string; inlineValue?: boolean };

/** Splits the command line. What follows an unknown option counts as an operand. */
function split(options: OptionSpecs, args: readonly string[]) {
  const config = Object.entries(options).map(
    ([name, { type }]) => [name, { type: type === 'flag' ? 'boolean' : 'string' }] as const,
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(config),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return {
    words: tokens.flatMap((token) => (token.kind === 'positional' ? token.value : [])),
    given: tokens.flatMap((token) => (token.kind === 'option' ? [token as Token] : [])),
  };
}

/** Finds the command that the words name, and the words after its name. @throws {UsageError} */
function findCommand(area: string, { commands }: AreaSpec, words: readonly string[]) {
  const [word, ...rest] = words;
  if (word !== undefined && word !== '' && Object.hasOwn(commands, word))
    return { name: word, spec: commands[word] as CommandSpec, operands: rest };
  if (commands['']) return { name: '', spec: commands[''], operands: words };
  if (word === undefined) throw new UsageError(`${area}: a command is missing`);
  const message = `unknown command: ${area} ${word}`;
  throw new UsageError(withNearest(message, word, Object.keys(commands)));
}

/** Checks which options are given. @throws {UsageError} */
function checkOptions(
  given: readonly Token[],
  own: OptionSpecs,
  { all, called }: { all: OptionSpecs; called: string },
): void {
  for (const { name, rawName } of given) {
    if (Object.hasOwn(own, name)) continue;
    const message = Object.hasOwn(all, name)
      ? `--${name}: is not an option of ${called}`
      : `unknown option: ${rawName}`;
    throw new UsageError(withNearest(message, name, Object.keys(own), '--'));
  }
}

function textOf({ rawName, value, inlineValue }: Token): string {
  if (value === undefined || (!inlineValue && value.length > 1 && value.startsWith('-')))
    throw new UsageError(`${rawName}: a value is missing`);
  return value;
}

function flagOf(name: string, given: readonly Token[]): boolean {
  if (given.some(({ value }) => value !== undefined))
    throw new UsageError(`--${name}: takes no value`);
  return given.length > 0;
}

type NumberSpec = Extract<OptionSpecs[string], { type: 'number' }>;

function numberOf(name: string, { least, most }: NumberSpec, text: string): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `--${name}: must be a whole number from ${least} to ${most} (it is ${text})`,
  );
}

type TextSpec = Extract<OptionSpecs[string], { type: 'text' }>;

function checkTexts(name: string, { choices, isNeeded }: TextSpec, all: readonly string[]): void {
  if (isNeeded && all.length === 0) throw new UsageError(`--${name} is missing`);
  const wrong = choices && all.find((one) => !choices.includes(one));
  if (wrong !== undefined)
    throw new UsageError(`--${name}: must be ${choices?.join(', ')} (it is ${wrong})`);
}

/** Returns the value of the option; of an option that is given several times and is no list, the last one. */
function readValue(name: string, option: OptionSpecs[string], given: readonly Token[]): unknown {
  if (option.type === 'flag') return flagOf(name, given);
  const all = given.map(textOf);
  const last = all.at(-1);
  if (option.type === 'number')
    return last === undefined ? undefined : numberOf(name, option, last);
  checkTexts(name, option, all);
  const issue = name === 'server' && last !== undefined ? serverIssue(last) : undefined;
  if (issue !== undefined) throw new UsageError(`--server: ${issue} (it is ${last})`);
  return option.isList ? all : last;
}

function checkOperands({ operands: names = [] }: CommandSpec, given: readonly string[]): void {
  const missing = names.find((name, index) => !name.startsWith('[') && !given[index]);
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const extra = given[names.length];
  if (extra !== undefined) throw new UsageError(`unexpected argument: ${extra}`);
}

/** Returns the command of the area that `args` name, with its values. @throws {UsageError} */
export function readLine<Name extends AreaName>(
  area: Name,
  args: readonly string[],
): Given<(typeof areas)[Name]> {
  const spec: AreaSpec = areas[area];
  const all = optionsOfArea(spec);
  const { words, given } = split(all, args);
  const { name: command, spec: own, operands } = findCommand(area, spec, words);
  const options = optionsOf(own);
  const called = command === '' ? area : `${area} ${command}`;
  checkOptions(given, options, { all, called });
  checkOperands(own, operands);
  const values = Object.entries(options).map(([name, option]) => {
    const tokens = given.filter((one) => one.name === name);
    return [name, readValue(name, option, tokens)];
  });
  return { command, operands, options: Object.fromEntries(values) } as Given<(typeof areas)[Name]>;
}
