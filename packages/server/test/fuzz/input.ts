// Generates untrusted input: text of pieces that are hard to parse, and valid requests with changes.

import fc from 'fast-check';

/** Pieces that have a meaning in some format. */
const pieces = [
  '',
  ' ',
  '\0',
  '\r\n',
  '%00',
  '%',
  '%zz',
  '%2e%2e%2f',
  '../',
  '//',
  '\\',
  '?',
  '#',
  '&',
  '=',
  ';',
  ',',
  '"',
  "'",
  '`',
  '<script>',
  '</script>',
  '{{x}}',
  '@@lead@@',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'true',
  '-1',
  '0',
  '9'.repeat(400),
  '1e999',
  'http://',
  'https://evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '\u2028',
  '\ud800',
  '\u0000',
  '\ufeff',
  'ї',
  '👨‍👩‍👧',
  'a'.repeat(5000),
  'eyJhbGciOiJub25lIn0.e30.',
  'Basic ',
  'Bearer ',
  '2001:db8::1%eth0',
];

/** Any text. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...pieces),
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((some) => some.join('')),
);

/** Text that fits into a header; Node refuses to send anything else. */
export const headerText = text.map((given) =>
  Buffer.from(given)
    .toString('latin1')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these
    .replace(/[\x00-\x08\x0a-\x1f\x7f]/g, '')
    .slice(0, 3000),
);

/** Any JSON, including property names of `Object.prototype` and deep nesting. */
export const json: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":{"polluted":true}}'),
    JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
    JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`),
    JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`),
  ),
);

/** Changes, removes or repeats some values of a valid record. */
export function changed(sound: Record<string, string>): fc.Arbitrary<[string, string][]> {
  const names = fc.constantFrom(...Object.keys(sound), 'extra', '__proto__');
  return fc
    .array(fc.tuple(fc.constantFrom('set', 'drop', 'again'), names, text), { maxLength: 4 })
    .map((steps) => {
      let pairs = Object.entries(sound);
      for (const [kind, name, value] of steps) {
        if (kind !== 'again') pairs = pairs.filter(([one]) => one !== name);
        if (kind !== 'drop') pairs.push([name, value]);
      }
      return pairs;
    });
}

/** Changes, removes or repeats some bytes of a valid input, or truncates it. */
export function damaged(sound: Uint8Array): fc.Arbitrary<Buffer> {
  const step = fc.tuple(
    fc.constantFrom('set', 'cut', 'double', 'end'),
    fc.nat(sound.length - 1),
    fc.nat(255),
  );
  return fc.array(step, { minLength: 1, maxLength: 6 }).map((steps) => {
    let bytes = Buffer.from(sound);
    for (const [kind, at, value] of steps) {
      const [front, back] = [bytes.subarray(0, at), bytes.subarray(at)];
      if (kind === 'set') bytes = Buffer.concat([front, Buffer.of(value), back.subarray(1)]);
      else if (kind === 'cut') bytes = Buffer.concat([front, back.subarray(value)]);
      else if (kind === 'double') bytes = Buffer.concat([front, back.subarray(0, value), back]);
      else bytes = front;
    }
    return bytes;
  });
}

export const asQuery = (pairs: readonly [string, string][]) =>
  pairs
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&')
    .slice(0, 8000);

/** Encodes as a browser does, also text that is not valid Unicode. */
function encoded(given: string): string {
  return encodeURIComponent(given.toWellFormed());
}
