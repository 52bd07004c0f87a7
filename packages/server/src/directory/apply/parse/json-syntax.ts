// Finds the first syntax error of a JSON text, and says what is expected there. JSON.parse does not always give the position, and
// its messages repeat parts of the text. Pure.

import { visit } from 'jsonc-parser';

type JsonError = { offset: number; expected: string };

const name = 'a field name in double quotes';

/** Returns undefined for valid JSON. @throws {RangeError} for a text with thousands of levels. */
export function findJsonError(text: string): JsonError | undefined {
  const open: (']' | '}')[] = [];
  let expected = 'a value';
  let found: JsonError | undefined;
  /** After a value. */
  function expectNext() {
    const closing = open.at(-1);
    expected = closing ? `, or ${closing}` : 'the end of the file';
  }
  function close(offset: number) {
    // the library also closes what the text does not close
    if (text[offset] !== open.at(-1)) return;
    open.pop();
    expectNext();
  }
  visit(
    text,
    {
      onObjectBegin() {
        open.push('}');
        expected = `${name} or }`;
      },
      onArrayBegin() {
        open.push(']');
        expected = 'a value or ]';
      },
      onObjectProperty() {
        expected = ':';
      },
      onSeparator(sign) {
        expected = sign === ',' && open.at(-1) === '}' ? name : 'a value';
      },
      onLiteralValue: expectNext,
      onObjectEnd: close,
      onArrayEnd: close,
      onError(_code, offset) {
        found ??= { offset, expected };
      },
    },
    { disallowComments: true },
  );
  return found;
}
