import { SaxesParser } from 'saxes';
import { expect, test, vi } from 'vitest';
import { maxDepth, readXml, tooDeep } from './read-xml.ts';

test.each([
  ['many faults', '<a>&x;&x;&x;</a>', 'is not well-formed XML'],
  [
    'a document type and faults',
    '<!DOCTYPE a><a>&x;&x;</a>',
    'must not hold DOCTYPE, CDATA or processing instructions',
  ],
  ['too many levels, and faults', `${'<a>'.repeat(maxDepth + 1)}&x;&x;`, tooDeep],
  ['nothing', '', 'is not well-formed XML'],
])('%s: the parser stops at the first fault', (_what, text, reason) => {
  const fail = vi.spyOn(SaxesParser.prototype, 'fail');
  expect(readXml(text)).toEqual({ reason });
  expect(fail.mock.calls.length).toBeLessThanOrEqual(1);
  fail.mockRestore();
});
