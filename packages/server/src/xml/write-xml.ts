// Writes XML. Text is always escaped: only what `element` has written stays as it is. Pure.

/** Written XML. */
class Xml {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Xml };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  // readers turn a plain one into a line feed (XML 1.0 §2.11)
  '\r': '&#13;',
};

const inText = /[&<>"'\r]/g;
const inAttribute = /[&<>"'\r\n\t]/g;
/** Characters that no XML 1.0 document may hold, not even as a reference (§2.2). */
const notXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const name = /^[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?$/;

function escapeXml(text: string, special: RegExp): string {
  return text.replace(notXml, '\ufffd').replace(special, (found) => entities[found] ?? '');
}

function checked(given: string): string {
  if (!name.test(given)) throw new Error('not a name in XML');
  return given;
}

/**
 * Writes an element, without white space that was not given. Replaces characters that XML cannot hold by U+FFFD.
 * @throws an Error for a name with other characters than letters, digits, `_`, `.`, `-` and one colon.
 */
export function element(
  tag: string,
  attributes: Record<string, string>,
  ...children: (Xml | string)[]
): Xml {
  const start = Object.entries(attributes).reduce(
    (text, [key, value]) => `${text} ${checked(key)}="${escapeXml(value, inAttribute)}"`,
    checked(tag),
  );
  const content = children
    .map((child) => (child instanceof Xml ? child.markup : escapeXml(child, inText)))
    .join('');
  return new Xml(`<${start}>${content}</${tag}>`);
}
