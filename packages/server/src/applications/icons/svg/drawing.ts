// A drawing: the tree of what is drawn of an SVG file. Measures it and writes it as SVG again. Pure.

import { maxDepth, tooDeep } from '../../../xml/read-xml.ts';
import { svgNamespace } from './allowed.ts';
import type { Value } from './values.ts';

export type Drawn = {
  name: string;
  /** Replaces the id of the file. */
  number: number;
  attributes: Map<string, string>;
  properties: Map<string, Value>;
  /** The id that `href` names. */
  href: string | undefined;
  children: Drawn[];
};

export type Drawing = {
  root: Drawn;
  /** Id in the file → element; the first one if several have it. */
  byId: ReadonlyMap<string, Drawn>;
};

/** Four times the largest file. */
const maxExpandedCharacters = 256 * 1024;

const tooLarge = `must be at most ${maxExpandedCharacters / 1024} KiB once each reference is replaced by what it names`;
const endless = 'must not hold an element that refers to itself';

function targetsOf({ href, properties }: Drawn, byId: Drawing['byId']): Drawn[] {
  const ids = [href, ...[...properties.values()].map(({ target }) => target)];
  return ids.flatMap((id) => (id === undefined ? [] : (byId.get(id) ?? [])));
}

function ownCharacters({ name, attributes, properties }: Drawn): number {
  // the tag and the id
  let count = 2 * name.length + 16;
  for (const [key, value] of attributes) count += key.length + value.length;
  for (const [key, { text }] of properties) count += key.length + text.length;
  return count;
}

type Extent = { characters: number; depth: number };

/** Returns why drawing would take too long: each reference draws what it names once more. */
export function expansionIssue({ root, byId }: Drawing): string | undefined {
  const measured = new Map<Drawn, Extent | 'open'>();
  let reason: string | undefined;
  const measure = (drawn: Drawn, level: number): Extent => {
    const known = measured.get(drawn);
    if (known === 'open') reason ??= endless;
    else if (known) return known;
    else if (level > maxDepth) reason ??= tooDeep;
    if (reason !== undefined) return { characters: 0, depth: 0 };
    measured.set(drawn, 'open');
    let [characters, depth] = [ownCharacters(drawn), 0];
    for (const part of [...drawn.children, ...targetsOf(drawn, byId)]) {
      const extent = measure(part, level + 1);
      characters += extent.characters;
      depth = Math.max(depth, extent.depth);
    }
    const extent = { characters, depth: depth + 1 };
    measured.set(drawn, extent);
    return extent;
  };
  const { characters, depth } = measure(root, 1);
  if (depth > maxDepth) reason ??= tooDeep;
  if (characters > maxExpandedCharacters) reason ??= tooLarge;
  return reason;
}

const idOf = ({ number }: Drawn) => `i${number}`;

/** Returns the text of a property; undefined if it only names a part that does not exist. */
function textOf({ text, target }: Value, byId: Drawing['byId']): string | undefined {
  if (target === undefined) return text;
  const drawn = byId.get(target);
  return drawn ? `url(#${idOf(drawn)})${text === 'none' ? '' : ` ${text}`}` : text;
}

function write(drawn: Drawn, byId: Drawing['byId']): string {
  const { name, attributes, properties, href, children } = drawn;
  const written = [...attributes, ['id', idOf(drawn)]];
  const target = href === undefined ? undefined : byId.get(href);
  if (target) written.push(['href', `#${idOf(target)}`]);
  const style = [...properties].map(([key, value]) => `${key}:${textOf(value, byId)}`);
  if (style.length > 0) written.push(['style', style.join(';')]);
  const start = [name, ...written.map(([key, value]) => `${key}="${value}"`)].join(' ');
  return `<${start}>${children.map((child) => write(child, byId)).join('')}</${name}>`;
}

/** Returns the drawing as SVG, with nothing but what was accepted. */
export function writeDrawing({ root, byId }: Drawing): string {
  const attributes = new Map([['xmlns', svgNamespace], ...root.attributes]);
  return write({ ...root, attributes }, byId);
}
