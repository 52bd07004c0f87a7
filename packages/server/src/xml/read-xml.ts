// Reads XML as a tree of elements with decoded names and values, without DTDs. Pure. What the names mean is decided elsewhere.

import { SaxesParser, type SaxesTagNS } from 'saxes';

export type XmlAttribute = { namespace: string; name: string; value: string };

export type XmlElement = {
  /** The URI, whatever prefix the file uses for it; empty without a namespace. */
  namespace: string;
  name: string;
  attributes: XmlAttribute[];
  children: XmlElement[];
  /** The text directly within the element. */
  text: string;
};

/** Of elements within each other, so that functions may call themselves for each level. */
export const maxDepth = 64;
export const tooDeep = `must not hold elements within each other over more than ${maxDepth} levels`;

const notAllowed = 'must not hold DOCTYPE, CDATA or processing instructions';
const notXml = 'is not well-formed XML';

function elementOf({ uri, local, attributes }: SaxesTagNS): XmlElement {
  return {
    namespace: uri,
    name: local,
    attributes: Object.values(attributes).map((one) => ({
      namespace: one.uri,
      name: one.local,
      value: one.value,
    })),
    children: [],
    text: '',
  };
}

/** Ends the parsing: the rest of a long text is not worth the time. */
class NotAccepted extends Error {}

function refuse(reason: string): never {
  throw new NotAccepted(reason);
}

function parse(text: string): XmlElement | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  parser.on('doctype', () => refuse(notAllowed));
  parser.on('cdata', () => refuse(notAllowed));
  parser.on('processinginstruction', () => refuse(notAllowed));
  parser.on('error', () => refuse(notXml));
  parser.on('opentag', (tag) => {
    const element = elementOf(tag);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
    if (open.length > maxDepth) refuse(tooDeep);
  });
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  return root;
}

/** Returns the first element, or why the text is not accepted. */
export function readXml(text: string): XmlElement | { reason: string } {
  try {
    return parse(text) ?? { reason: notXml };
  } catch (error) {
    if (error instanceof NotAccepted) return { reason: error.message };
    throw error;
  }
}
