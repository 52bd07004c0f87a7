// The configuration of a button as the wizard holds it: what can be chosen, and how it stands in an address, which
// says only what differs from what holds anyway. Pure.
import {
  type ButtonOptions,
  completed,
  cut,
  longestCaption,
  type options,
  optionsFrom,
} from '@brama/signin-button/options';
import { decodeQuery, encodeQuery } from '../browser/query-string.ts';

/** What an application chooses at run time, such as `state`, is no look of a button. */
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

/** An id or a class that is longer is none; addresses stay short enough to be sent. */
export const longest = { appId: 100, caption: longestCaption, className: longestCaption } as const;

const usual = completed({});

function short(name: FieldName, value: string | undefined): string | undefined {
  const most = name in longest ? longest[name as keyof typeof longest] : undefined;
  return value !== undefined && most !== undefined ? cut(value, most) : value;
}

/** Reads a query; what is unknown there is as if it were not there. */
export function configurationFrom(query: string): Configuration {
  const given = decodeQuery(query);
  const { state: _, ...read } = optionsFrom((name) =>
    name === 'state' ? undefined : short(name, given.get(name)?.[0]),
  );
  return read;
}

/** Whether a query says anything about a button. */
export function isConfigured(query: string): boolean {
  const given = decodeQuery(query);
  return fieldNames.some((name) => given.has(name));
}

/** The query that says this configuration; what else stood in `search` stays. */
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

/** What the snippets and the preview are made of: everything that is typed, without spaces around the id. */
export const optionsOf = (configuration: Configuration): ButtonOptions => completed(configuration);
