// Writes the scripts by which shells complete commands. They are fixed texts: no shell starts Brama to complete a word.

import { type AreaSpec, type CommandSpec, type OptionSpecs, optionsOf } from './spec.ts';
import { type AreaName, areas } from './table.ts';

const maxDescriptionLength = 80;

/** Returns the first part of a summary, for a list of words. */
function shortened(summary: string): string {
  const [part = ''] = summary.split(/[.;:] /, 1);
  return part.length > maxDescriptionLength ? `${part.slice(0, maxDescriptionLength - 1)}…` : part;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const allAreas = Object.entries<AreaSpec>(areas);

const helpOption: OptionSpecs[string] = { type: 'flag', summary: 'prints the options' };
const isFile = (name: string | undefined) => /^(FILE|LIST|FILTER)$/.test(name ?? '');
const choicesOf = (option: OptionSpecs[string]) =>
  option.type === 'text' ? option.choices : undefined;

/** Each command with its words: `brama users reset` is `['users', 'reset']`. */
const allCommands = allAreas.flatMap(([area, { commands }]) =>
  Object.entries(commands).map(([command, spec]) => ({ area, command, spec })),
);

const withHelp = (spec: CommandSpec): OptionSpecs => ({ ...optionsOf(spec), help: helpOption });
const namedCommands = ({ commands }: AreaSpec) =>
  Object.entries(commands).filter(([name]) => name !== '');

/** What the scripts of bash and zsh do in the same way. `offer` completes one of these words. */
function shellCases(offer: (words: readonly (readonly [string, string])[]) => string) {
  const offerAreas = offer(allAreas.map(([name, { summary }]) => [name, summary]));
  const offerFiles = '_brama_files';
  const optionWords = (spec: CommandSpec) =>
    offer(Object.entries(withHelp(spec)).map(([name, { summary }]) => [`--${name}`, summary]));
  const commandCases = allAreas.flatMap(([area, spec]) => {
    const words = namedCommands(spec).map(([name, { summary }]) => [name, summary] as const);
    return words.length > 0 ? [`    ${area}) ${offer(words)} ;;`] : [];
  });
  const valueCases = allCommands.flatMap(({ area, command, spec }) =>
    Object.entries(optionsOf(spec)).flatMap(([name, option]) => {
      if (option.type === 'flag') return [];
      const choices = choicesOf(option)?.map((one) => [one, ''] as const);
      const values = choices ? offer(choices) : isFile(option.value) ? offerFiles : ':';
      return [`    ${quoted(`${area} ${command} --${name}`)}) ${values}; return ;;`];
    }),
  );
  const optionCases = allCommands.map(({ area, command, spec }) => {
    const files = spec.operands?.some(isFile) ? ` else ${offerFiles};` : '';
    const name = quoted(`${area} ${command}`);
    return `    ${name}) if [[ $word == -* ]]; then ${optionWords(spec)};${files} fi ;;`;
  });
  const ownNames = allAreas
    .filter(([, spec]) => namedCommands(spec).length > 0)
    .map(([area, spec]) => {
      const names = namedCommands(spec).map(([name]) => `${quoted(`${area} ${name}`)}`);
      return `    ${names.join('|')}) ;;`;
    });
  return `  if ((place == 1)); then ${offerAreas}; return; fi
  case "$area $command" in
${ownNames.join('\n')}
    *) command= ;;
  esac
  case "$area $command $before" in
${valueCases.join('\n')}
  esac
  if ((place == 2)) && [[ $word != -* ]]; then
    case $area in
${commandCases.join('\n')}
    esac
  fi
  case "$area $command" in
${optionCases.join('\n')}
  esac`;
}

function bashScript(): string {
  const offer = (words: readonly (readonly [string, string])[]) =>
    `_brama_words ${quoted(words.map(([word]) => word).join(' '))}`;
  return `# Completes the commands of Brama in bash.

_brama_words() { COMPREPLY+=($(compgen -W "$1" -- "$word")); }
_brama_files() { compopt -o filenames; COMPREPLY+=($(compgen -f -- "$word")); }

_brama() {
  local place=$COMP_CWORD word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local area=\${COMP_WORDS[1]-} command=
  if ((place > 2)); then command=\${COMP_WORDS[2]}; fi
  COMPREPLY=()
${shellCases(offer)}
}

complete -F _brama brama`;
}

function zshScript(): string {
  const offer = (words: readonly (readonly [string, string])[]) => {
    const items = words.map(([word, summary]) =>
      quoted(summary === '' ? word : `${word}:${shortened(summary)}`),
    );
    return `items=(${items.join(' ')}); _describe -t commands brama items`;
  };
  return `#compdef brama
# Completes the commands of Brama in zsh.

_brama_files() { _files; }

_brama() {
  local place=$((CURRENT - 1)) word=\${words[CURRENT]} before=\${words[CURRENT-1]}
  local area=\${words[2]} command=
  local -a items
  if ((place > 2)); then command=\${words[3]}; fi
${shellCases(offer)}
}

# loaded as a function of its own, or by source
if [[ $funcstack[1] == _brama ]]; then _brama "$@"; else compdef _brama brama; fi`;
}

/** Returns a line of fish that completes something where the condition is met. */
const fishLine = (when: string, rest: string, summary: string) =>
  `complete -c brama -n ${quoted(when)} ${rest} -d ${quoted(shortened(summary))}`;

const seen = (words: readonly string[]) => `__fish_seen_subcommand_from ${words.join(' ')}`;

function fishNames([area, spec]: (typeof allAreas)[number]): string[] {
  const named = namedCommands(spec);
  const isOpen = `${seen([area])}; and not ${seen(named.map(([name]) => name))}`;
  return [
    fishLine('__fish_use_subcommand', `-f -a ${area}`, spec.summary),
    ...named.map(([name, { summary }]) => fishLine(isOpen, `-f -a ${name}`, summary)),
  ];
}

/** Returns what follows the name of the option. */
function fishValue(option: OptionSpecs[string]): string {
  if (option.type === 'flag') return '';
  const choices = choicesOf(option);
  if (choices) return ` -x -a ${quoted(choices.join(' '))}`;
  return isFile(option.value) ? ' -r -F' : ' -x';
}

/** A command without a name is meant where no other one is named. */
function fishCondition(area: string, command: string): string {
  const others = namedCommands(areas[area as AreaName]).map(([name]) => name);
  if (command !== '') return `${seen([area])}; and ${seen([command])}`;
  return others.length > 0 ? `${seen([area])}; and not ${seen(others)}` : seen([area]);
}

function fishOptions({ area, command, spec }: (typeof allCommands)[number]): string[] {
  const when = fishCondition(area, command);
  const lines = Object.entries(withHelp(spec)).map(([name, option]) =>
    fishLine(when, `-l ${name}${fishValue(option)}`, option.summary),
  );
  const hasFiles = spec.operands?.some(isFile);
  return hasFiles ? lines : [...lines, `complete -c brama -n ${quoted(when)} -f`];
}

const fishScript = () =>
  [
    '# Completes the commands of Brama in fish.',
    '',
    ...allAreas.flatMap(fishNames),
    ...allCommands.flatMap(fishOptions),
  ].join('\n');

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Returns the script for this shell. */
export const completionScript = (shell: keyof typeof scripts): string => scripts[shell]();
