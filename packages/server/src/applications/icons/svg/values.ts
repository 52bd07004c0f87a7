// Reads the values of attributes and properties of an SVG file, already decoded. Pure. An accepted value needs no escaping.

import { properties, refusedProperties, shown } from './allowed.ts';

/** `target`: the id of a part of the file, drawn instead of `text` if it exists. */
export type Value = { text: string; target?: string };
export type ReadValue = Value | { reason: string };

export const outside = 'must not refer to other files or addresses';

const plain = /^[\w \t\r\n.,#%+()-]*$/;
const reference = /^url\(\s*(["']?)#([^\s"'()<>&\\]+)\1\s*\)/i;

/** Returns whether a text names something outside of the file. */
export function refersOutside(text: string): boolean {
  const [, ...addresses] = text.split(/url\(/i);
  return /@import/i.test(text) || addresses.some((rest) => !reference.test(`url(${rest}`));
}

/** Returns the id in the value of `href`; undefined for the address of anything else. */
export function idOfHref(value: string): string | undefined {
  return /^#([^\s"'()<>&\\]+)$/.exec(value.trim())?.[1];
}

/** Returns a value of numbers, words and functions of them; undefined for any other. */
export function readPlain(value: string): string | undefined {
  return plain.test(value) && !/url/i.test(value) ? value : undefined;
}

function readReference(kind: 'a part' | 'a part or a colour', value: string): Value | undefined {
  const [found, , target] = reference.exec(value) ?? [];
  if (found === undefined || target === undefined) return undefined;
  const rest = readPlain(value.slice(found.length).trim());
  if (rest === undefined || (kind === 'a part' && rest !== '')) return undefined;
  return { text: rest || 'none', target };
}

/** Returns the value of a property, undefined if it is not drawn, or why it is refused. */
export function readProperty(name: string, value: string): ReadValue | undefined {
  if (refersOutside(value)) return { reason: outside };
  const refused = refusedProperties.get(name);
  // these values are those of a property that is not set
  if (refused !== undefined)
    return /^(?:none|inherit|initial|unset|0)?$/.test(value) ? undefined : { reason: refused };
  const kind = properties.get(name);
  if (kind === undefined) return undefined;
  const text = readPlain(value);
  if (text !== undefined) return { text };
  const read = kind === 'no part' ? undefined : readReference(kind, value);
  return read ?? { reason: `must not hold this value of ${shown(name)}` };
}
