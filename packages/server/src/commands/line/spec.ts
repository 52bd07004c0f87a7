// The form of the table of commands, and the types of what a command line gives to its command.

type OptionSpec =
  | { type: 'flag'; summary: string }
  | { type: 'number'; value: string; summary: string; least: number; most: number }
  | {
      type: 'text';
      /** What stands for the value in usage texts. */
      value: string;
      summary: string;
      choices?: readonly string[];
      isNeeded?: true;
      isList?: true;
    };
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/**
 * With `--server` a command calls the API of that server. Where API tokens may not do it, it names the page of the console; `reason` says
 * why the API has no such request at all.
 */
type Remote = 'api' | { page: string; reason?: string };

export type CommandSpec = {
  summary: string;
  /** In this order; those in square brackets may be missing. */
  operands?: readonly string[];
  options?: OptionSpecs;
  remote?: Remote;
};

export type AreaSpec = {
  /** One line, for the list of all commands. */
  summary: string;
  /** By name; `''` is the command without a name of its own. */
  commands: Readonly<Record<string, CommandSpec>>;
  /** What stands below the options. */
  notes?: string;
};

export const flag = (summary: string) => ({ type: 'flag', summary }) as const;

export const text = (value: string, summary: string) => ({ type: 'text', value, summary }) as const;

export const needed = (value: string, summary: string) =>
  ({ type: 'text', value, summary, isNeeded: true }) as const;

export const texts = (value: string, summary: string) =>
  ({ type: 'text', value, summary, isList: true }) as const;

export const choice = <const Choices extends readonly string[]>(
  value: string,
  choices: Choices,
  summary: string,
) => ({ type: 'text', value, choices, summary }) as const;

export const count = (least: number, most: number, summary: string) =>
  ({ type: 'number', value: 'N', least, most, summary }) as const;

/** Options of every command that works with `--server`. */
export const remoteOptions = {
  server: text('URL', 'works on that server with an API token, from any machine'),
  'token-stdin': flag(
    'with --server: reads the token from standard input; by default from the file BRAMA_TOKEN_FILE',
  ),
} as const;

type Text<Option> = Option extends { choices: readonly (infer Choice)[] } ? Choice : string;
type Value<Option> = Option extends { type: 'flag' }
  ? boolean
  : Option extends { type: 'number' }
    ? number | undefined
    : Option extends { isList: true }
      ? Text<Option>[]
      : Option extends { isNeeded: true }
        ? Text<Option>
        : Text<Option> | undefined;

type OptionsOf<Command> = Command extends { options: infer Options } ? Options : unknown;
type RemoteOptionsOf<Command> = Command extends { remote: Remote } ? typeof remoteOptions : unknown;
type Values<Options> = { [Name in keyof Options]: Value<Options[Name]> };

type Operands<Command> = Command extends { operands: infer Names }
  ? { [Index in keyof Names]: Names[Index] extends `[${string}]` ? string | undefined : string }
  : readonly [];

/** A parsed command line of the area: one of its commands. */
export type Given<Area> = Area extends { commands: infer Commands }
  ? {
      [Name in keyof Commands]: {
        command: Name;
        operands: Operands<Commands[Name]>;
        options: Values<OptionsOf<Commands[Name]>> & Values<RemoteOptionsOf<Commands[Name]>>;
      };
    }[keyof Commands]
  : never;

/** Returns all options of a command. */
export const optionsOf = ({ options, remote }: CommandSpec): OptionSpecs => ({
  ...options,
  ...(remote && remoteOptions),
});
