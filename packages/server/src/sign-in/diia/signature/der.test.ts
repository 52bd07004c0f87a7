import { describe, expect, test } from 'vitest';
import { contentOf, context, elementOf, inside, oidIn, tags } from './der.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const of = (hex: string) => elementOf(bytes(hex));

describe('an element', () => {
  test.each([
    ['05 00', 0x05, 0],
    ['04 03 61 62 63', 0x04, 3],
    [`04 81 80 ${'00'.repeat(128)}`, 0x04, 128],
    [`30 82 01 00 ${'00'.repeat(256)}`, 0x30, 256],
    [`a0 83 00 00 02 05 00`, 0xa0, 2],
  ])('%.20s', (hex, tag, length) => {
    const element = of(hex);
    expect([element.tag, element.content.length]).toEqual([tag, length]);
    expect(element.whole.equals(bytes(hex))).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['a tag alone', '30'],
    ['less than its length', '04 03 61 62'],
    ['a length cut off', '04 82 01'],
    ['a length that is not told', '30 80 05 00 00 00'],
    ['a length of four bytes', '04 84 00 00 00 00'],
    ['a length of 127 bytes', '04 ff'],
    ['a tag of several bytes', '1f 81 01 00'],
    ['something behind it', '05 00 00'],
  ])('is rejected: %s', (_, hex) => {
    expect(() => of(hex)).toThrow(/^DER: /);
  });
});

describe('the content of an element', () => {
  test('elements keep their order', () => {
    const elements = inside(of('30 06 05 00 04 02 61 62'), tags.sequence);
    expect(elements.map(({ whole }) => whole.toString('hex'))).toEqual(['0500', '04026162']);
    expect(inside(of('a1 00'), context(1))).toEqual([]);
  });

  test('at most sixty-four elements are accepted', () => {
    const many = (count: number) => of(`30 81 ${(count * 2).toString(16)} ${'0500'.repeat(count)}`);
    // 64 elements of two bytes: the shortest content whose length needs a second byte
    expect(inside(many(64), tags.sequence)).toHaveLength(64);
    expect(() => inside(many(65), tags.sequence)).toThrow('DER: too many elements');
  });

  test.each([
    ['another tag', () => inside(of('31 00'), tags.sequence)],
    ['nothing at all', () => inside(undefined, tags.sequence)],
    ['one that ends in the midst', () => inside(of('30 03 04 02 61'), tags.sequence)],
    ['content of another tag', () => contentOf(of('04 00'), tags.oid)],
  ])('%s is rejected', (_, open) => {
    expect(open).toThrow(/^DER: /);
  });
});

describe('object identifiers', () => {
  test.each([
    ['06 01 2a', '1.2'],
    ['06 03 55 04 05', '2.5.4.5'],
    ['06 03 88 37 03', '2.999.3'],
    ['06 09 2a 86 48 86 f7 0d 01 07 02', '1.2.840.113549.1.7.2'],
    ['06 08 2a 86 48 ce 3d 04 03 02', '1.2.840.10045.4.3.2'],
    ['06 09 60 86 48 01 65 03 04 02 01', '2.16.840.1.101.3.4.2.1'],
  ])('%s is %s', (hex, text) => {
    expect(oidIn(of(hex))).toBe(text);
  });

  test.each([
    ['nothing', '06 00'],
    ['cut off', '06 02 2a 86'],
    ['cut off in an arc of nothing', '06 02 2a 80'],
    ['without end', `06 21 ${'81'.repeat(32)}01`],
    ['another element', '04 01 2a'],
  ])('an invalid object identifier is rejected: %s', (_, hex) => {
    expect(() => oidIn(of(hex))).toThrow(/^DER: /);
  });
});
