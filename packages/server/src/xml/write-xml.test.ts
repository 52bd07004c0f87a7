import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readXml, type XmlElement } from './read-xml.ts';
import { element } from './write-xml.ts';

function read(text: string): XmlElement {
  const found = readXml(text);
  if ('reason' in found) throw new Error(`${found.reason}: ${text}`);
  return found;
}

/** What a reader returns for a text: characters that XML cannot hold are replaced. */
const held = (text: string) =>
  Array.from(text, (one) => {
    const code = one.codePointAt(0) ?? 0;
    const isSpace = code === 9 || code === 10 || code === 13;
    const isHeld =
      isSpace ||
      (code >= 0x20 && code <= 0xd7ff) ||
      (code >= 0xe000 && code <= 0xfffd) ||
      code >= 0x10000;
    return isHeld ? one : '\ufffd';
  }).join('');

/** Prefers what is special in XML, controls and halves of pairs. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(...`<>&"'/!?-[]=:;#x \t\n\r\0\u0085\u2028\ufffe\ud800\udc00aї`),
  }),
  fc
    .array(
      fc.constantFrom(
        '</a>',
        '<b>',
        ']]>',
        '<![CDATA[',
        '<!--',
        '&lt;',
        '&#0;',
        '"',
        "'",
        '\ud83d',
      ),
    )
    .map((parts) => parts.join('')),
);

test('every text survives as content and as a value, and adds no element', () => {
  fc.assert(
    fc.property(anyText, anyText, (content, value) => {
      const root = read(element('a', { b: value }, content, element('c', {}, content)).markup);
      expect(root.text).toBe(held(content));
      expect(root.attributes.map(({ name, value: found }) => [name, found])).toEqual([
        ['b', held(value)],
      ]);
      expect(root.children.map(({ name, text, children }) => [name, text, children])).toEqual([
        ['c', held(content), []],
      ]);
    }),
    { numRuns: 2_000 },
  );
});

test('elements stand within each other without white space', () => {
  const inner = element('cas:user', {}, 'u & v');
  expect(element('cas:a', { 'xmlns:cas': 'urn:x', code: '"1"' }, inner, 'x').markup).toBe(
    '<cas:a xmlns:cas="urn:x" code="&quot;1&quot;"><cas:user>u &amp; v</cas:user>x</cas:a>',
  );
});

test.each(['', 'a b', 'a>', '1a', 'a:b:c', ':a', 'a:', 'a\n', 'ї', 'a/'])(
  '%j is no name',
  (bad) => {
    expect(() => element(bad, {})).toThrow('not a name');
    expect(() => element('a', { [bad]: '' })).toThrow('not a name');
  },
);
