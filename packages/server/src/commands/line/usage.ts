// Writes the usage texts of commands from their table.

import { type AreaSpec, type CommandSpec, type optionsOf, remoteOptions } from './spec.ts';
import { type AreaName, areas } from './table.ts';

const width = 110;

/** Breaks a text into lines, each with the indentation. Lines of the text stay lines. */
function wrap(text: string, indentation: number): string {
  const indent = ' '.repeat(indentation);
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && indentation + line.length + 1 + word.length > width) {
        lines.push(indent + line);
        line = '';
      }
      line += line === '' ? word : ` ${word}`;
    }
    lines.push(indent + line);
  }
  return lines.join('\n');
}

type Options = ReturnType<typeof optionsOf>;

const valueIn = (name: string, option: Options[string]) =>
  option.type === 'flag' ? `--${name}` : `--${name} ${option.value}`;

/** Returns the command as it is typed, with the options of its own. */
function synopsis(area: string, command: string, { operands = [], options = {} }: CommandSpec) {
  const words = Object.entries(options).map(([name, option]) => {
    const one = valueIn(name, option);
    if (option.type !== 'text') return `[${one}]`;
    return `${option.isNeeded ? one : `[${one}]`}${option.isList ? '…' : ''}`;
  });
  const start = ['brama', area, ...(command === '' ? [] : [command])];
  return [...start, ...operands, ...words].join(' ');
}

/** Breaks a long synopsis; its next lines stand below the first option. */
function brokenSynopsis(prefix: string, text: string): string {
  const [first = '', ...rest] = wrap(text, prefix.length).trimStart().split('\n');
  return [prefix + first, ...rest.map((line) => `    ${line}`)].join('\n');
}

/** Says which values are valid. */
function valuesOf(option: Options[string]): string {
  if (option.type === 'number') return ` (${option.least} to ${option.most})`;
  const { choices } = option as { choices?: readonly string[] };
  return choices ? `: ${choices.join(', ')}` : '';
}

function optionLines(options: Options, indentation: number): string[] {
  const names = Object.entries(options).map(([name, option]) => valueIn(name, option));
  const column = Math.max(...names.map((name) => name.length)) + 2;
  return Object.values(options).map((option, index) => {
    const name = `${' '.repeat(indentation)}${names[index]}`;
    const summary = `${option.summary}${valuesOf(option)}`;
    const [first = '', ...rest] = wrap(summary, indentation + column).split('\n');
    return [name.padEnd(indentation + column) + first.trimStart(), ...rest].join('\n');
  });
}

function describeCommand(command: string, { summary, options = {} }: CommandSpec): string {
  const head = command === '' ? [] : [`  ${command}`];
  const indentation = command === '' ? 2 : 6;
  const lines = [...head, wrap(summary, indentation)];
  if (Object.keys(options).length > 0) lines.push(...optionLines(options, indentation));
  return lines.join('\n');
}

/** Returns the usage of the area: its commands and their options. */
export function usageOf(area: AreaName): string {
  const { commands, notes }: AreaSpec = areas[area];
  const all = Object.entries(commands);
  const synopses = all.map(([command, spec], index) =>
    brokenSynopsis(index === 0 ? 'usage: ' : '       ', synopsis(area, command, spec)),
  );
  const isRemote = all.some(([, { remote }]) => remote !== undefined);
  return [
    synopses.join('\n'),
    ...all.map(([command, spec]) => describeCommand(command, spec)),
    ...(isRemote ? [optionLines(remoteOptions, 2).join('\n')] : []),
    ...(notes === undefined ? [] : [wrap(notes, 0)]),
  ].join('\n\n');
}

/** Returns the list of all commands. */
export function usageOfAll(): string {
  const names = Object.keys(areas);
  const column = Math.max(...names.map((name) => name.length)) + 2;
  const lines = Object.entries<AreaSpec>(areas).map(
    ([name, { summary }]) => `  ${name.padEnd(column)}${summary}`,
  );
  return `usage: brama COMMAND

${lines.join('\n')}

A command with --help prints its options. --version prints the version of Brama. In a source tree brama is npm run brama --.
Exit codes: 0 done, 1 refused or not found, 2 the command line is wrong, 3 the server that --server names does not answer,
4 API tokens may not do it, or the API has no such request, 5 diff has found a difference,
6 an import waits for an approval.`;
}
