// Renders a text with tags. A tag stands for one of the given elements, so a text cannot insert other elements.
import { fill, type Values } from '@brama/contract/pages/words';
import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';

/** A tag without content, or with content up to its end. No tag contains one of the same name (words.test.ts). */
const tag = /<(\w+)(?:\/>|>(.*?)<\/\1>)/s;

type Elements = Readonly<Record<string, ReactElement>>;

function render(text: string, elements: Elements, values: Values): ReactNode[] {
  // text, name, content, text, name, content, …
  const pieces = text.split(tag);
  return pieces.map((piece, at) => {
    if (at % 3 === 2) return null;
    const element = elements[piece];
    const key = `${at}`;
    // filled after the tags have been found, so a value cannot contain one
    if (at % 3 === 0) return <Fragment key={key}>{fill(piece, values)}</Fragment>;
    if (!element) throw new Error(`no element for the tag ${piece}`);
    const content = pieces[at + 1];
    return content === undefined
      ? cloneElement(element, { key })
      : cloneElement(element, { key }, ...render(content, elements, values));
  });
}

type TransProps = {
  /** The text with its placeholders. */
  text: string;
  values?: Values;
  components: Elements;
};

export function Trans({ text, values = {}, components }: TransProps) {
  return render(text, components, values);
}
