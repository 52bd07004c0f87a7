import { describe, expect, test } from 'vitest';
import { readDocument } from './document.ts';
import { withLines } from './yaml-locations.ts';

const read = (text: string) => readDocument(text);

describe('JSON', () => {
  test.each([
    '{}',
    '[]',
    '{"a":{"b":[{"c":1},{"c":"\\" : \\\\"}]},"d\\":":":"}',
    ' {"a" : "x\\\\", "b"\n:\n[true, null, 1.5e3, "," , "\\u0022:"] }',
  ])('%j is parsed to the same value as JSON.parse returns', (text) => {
    expect(read(text)).toEqual({ value: JSON.parse(text), issues: [] });
  });

  test('duplicate keys are reported, including keys written with escapes', () => {
    expect(read('{"a":1,\n"b":{"x":1,\n"\\u0078":2}}').issues).toEqual([
      { path: ['b', 'x'], reason: 'is given twice; remove one', line: 3 },
    ]);
  });

  test('almost valid JSON is parsed as YAML, or the issue has the line number', () => {
    expect(read('{"a":1,}').value).toEqual({ a: 1 });
    expect(read('{"a":"1"\n"b":2}').issues).toEqual([
      { path: [], reason: 'is not YAML: missed comma between flow collection entries', line: 2 },
    ]);
  });
});

describe('strict JSON', () => {
  const strict = (text: string) => readDocument(text, { strictJson: true });
  const name = 'a field name in double quotes';

  test.each([
    '{}',
    ' [] ',
    '{"a":{"b":[{"c":1},{"c":"\\" : \\\\"}]},"d\\":":":"}',
    ' {"a" : "x\\\\", "b"\n:\n[true, null, -1.5e+3, "," , "\\u0022:"] }',
    '5',
    'null',
  ])('%j in strict mode is parsed to the same value as JSON.parse returns', (text) => {
    expect(strict(text)).toEqual({ value: JSON.parse(text), issues: [] });
  });

  test.each([
    ['a comma after the last field', '{\n "users": [\n ],\n}', 4, name],
    ['a comma after the last item', '{"users": [1,\n]}', 2, 'a value'],
    ['a comment', '{\n // s3cret\n "users": []}', 2, `${name} or }`],
    ['single quotes', "{'s3cret': []}", 1, `${name} or }`],
    ['a missing comma', '{"groups": ["a"\n"s3cret"]}', 2, ', or ]'],
    ['a missing colon', '{"groups" ["s3cret"]}', 1, ':'],
    ['YAML', '\nusers:\n- { username: s3cret }', 2, 'a value'],
    ['a number of YAML', '{"users": [010]}', 1, ', or ]'],
    ['two values', '{"users": []}\n{}', 2, 'the end of the file'],
    ['half a text', '{"users": [\n{"username": "s3cret', 2, 'a value'],
    ['half a file', '{"users":\n[', 2, 'a value or ]'],
    ['the wrong bracket', '{"users":\n[1}', 2, ', or ]'],
    ['a line break in a text', '{"users": [\n{"username": "a\nb"}]}', 2, 'a value'],
    ['an escape that is none', '{"users": [{"username": "\\x41"}]}', 1, 'a value'],
    ['no-break space', '{\u00a0}', 1, `${name} or }`],
  ])(
    '%s is rejected with the line number, and JSON.parse also rejects it',
    (_, text, line, expected) => {
      expect(() => JSON.parse(text)).toThrow();
      expect(strict(text)).toEqual({
        value: undefined,
        issues: [{ path: [], reason: `is not JSON: expected ${expected}`, line }],
      });
    },
  );

  test('reports duplicate keys and excessive nesting as in the default mode', () => {
    expect(strict('{"a":1,\n"a":2}').issues).toEqual([
      { path: ['a'], reason: 'is given twice; remove one', line: 2 },
    ]);
    expect(strict('{"a":1,\t"a":2}').issues).toHaveLength(1);
    expect(strict(`${'['.repeat(40)}${']'.repeat(40)}`).issues).toEqual([
      { path: [], reason: 'is nested too deeply' },
    ]);
    expect(strict(`${'['.repeat(200_000)}`).issues[0]?.reason).toContain('is not JSON');
  });
});

describe('YAML', () => {
  test('parses dates, yes and << as plain strings and keys', () => {
    expect(read('a: 2024-01-01\nb: yes\nc: 010\n<<: { d: 1 }').value).toEqual({
      a: '2024-01-01',
      b: 'yes',
      c: 10,
      '<<': { d: 1 },
    });
  });

  test('resolves anchors and aliases', () => {
    expect(read('a: &x [1]\nb: *x').value).toEqual({ a: [1], b: [1] });
  });

  test('issues have the correct line for CRLF and LF line breaks', () => {
    const issues = [{ path: ['users', 1, 'b'], reason: '' }];
    expect(withLines('users:\r\n- a: 1\r\n- b: 2\r\n', issues)[0]?.line).toBe(3);
    expect(withLines('{"users":[\n{"a":1},\n{"b":2}]}', issues)[0]?.line).toBe(3);
  });

  test('an issue of a missing path has the line of its nearest ancestor', () => {
    const issues = [{ path: ['users', 1, 'fullName'], reason: '' }];
    expect(withLines('users:\n- a: 1\n- b: 2\n', issues)[0]?.line).toBe(3);
    expect(withLines('x: 1', issues)[0]?.line).toBeUndefined();
  });
});

test('YAML above 50 MB is refused with an advice, and JSON of that size is read', () => {
  const name = 'x'.repeat(50_000_000);
  expect(read(`a: ${name}`)).toEqual({
    value: undefined,
    issues: [
      { path: [], reason: expect.stringMatching(/^is YAML of more than 50 MB: write it as JSON/) },
    ],
  });
  expect(read(JSON.stringify({ a: name })).issues).toEqual([]);
});
