// The configuration of a button: its fields, and its form in the address, which holds only values that differ from
// the defaults. Pure.
import {
  type ButtonOptions,
  completed,
  cut,
  longestCaption,
  type options,
  optionsFrom,
} from '@brama/signin-button/options';
import { decodeQuery, encodeQuery } from '../browser/query-string.ts';

/** Options that an application sets at run time, such as `state`, are not part of the configuration. */
export const fieldNames = [
  'appId',
  'size',
  'color',
  'logoAlignment',
  'caption',
  'locale',
  'fullWidth',
  'className',
  'devMode',
  'target',
] as const satisfies readonly (keyof typeof options)[];
type FieldName = (typeof fieldNames)[number];
export type Configuration = Pick<ButtonOptions, FieldName>;

/** Longer ids and classes are ignored, which keeps addresses short enough to send. */
export const longest = { appId: 100, caption: longestCaption, className: longestCaption } as const;

const usual = completed({});

function short(name: FieldName, value: string | undefined): string | undefined {
  const most = name in longest ? longest[name as keyof typeof longest] : undefined;
  return value !== undefined && most !== undefined ? cut(value, most) : value;
}

/** Returns the configuration of a query. Unknown values are ignored. */
export function configurationFrom(query: string): Configuration {
  const given = decodeQuery(query);
  const { state: _, ...read } = optionsFrom((name) =>
    name === 'state' ? undefined : short(name, given.get(name)?.[0]),
  );
  return read;
}

/** Returns whether a query holds any field of a button. */
export function isConfigured(query: string): boolean {
  const given = decodeQuery(query);
  return fieldNames.some((name) => given.has(name));
}

/** Returns the query of a configuration. Other parameters of `search` stay. */
export function queryOf(configuration: Configuration, search = ''): string {
  const rest = decodeQuery(search);
  for (const name of fieldNames) rest.delete(name);
  const said = fieldNames.flatMap((name): [string, string][] => {
    const value = text(name, configuration);
    return value === text(name, usual) ? [] : [[name, value]];
  });
  return encodeQuery([...rest, ...said]);
}

const text = (name: FieldName, from: Configuration) =>
  name === 'appId' ? from.appId.trim() : `${from[name]}`;

/** Returns the options for the snippets and the preview, with the id trimmed. */
export const optionsOf = (configuration: Configuration): ButtonOptions => completed(configuration);
