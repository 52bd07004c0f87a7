// Finds the first syntax error of a JSON text (RFC 8259). JSON.parse does not always give the position, and its messages
// repeat parts of the text. Pure.

export type JsonError = { offset: number; expected: string };

type State = 'value' | 'first item' | 'name' | 'first name' | 'colon' | 'after value';
type Closing = ']' | '}';

const space = /[ \t\n\r]*/y;
// everything but control characters, the quote and the backslash
const plain = /[ !#-[\]-\uffff]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const name = 'a field name in double quotes';
const expectedIn: Record<Exclude<State, 'after value'>, string> = {
  value: 'a value',
  'first item': 'a value or ]',
  name,
  'first name': `${name} or }`,
  colon: ':',
};

/** Returns the end of the match of `pattern` at `at`; undefined if it does not match. */
function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Returns the end of the string that starts at `at`; undefined if none does. */
function stringEnd(text: string, at: number): number | undefined {
  if (text[at] !== '"') return undefined;
  let end = at + 1;
  for (let next: number | undefined = end; next !== undefined; ) {
    end = matchEnd(plain, text, next) ?? next;
    next = matchEnd(escaped, text, end);
  }
  return text[end] === '"' ? end + 1 : undefined;
}

/** Reads one token. Returns where the next one starts and its state; undefined for a syntax error. */
function step(
  text: string,
  at: number,
  state: State,
  open: Closing[],
): [number, State] | undefined {
  const sign = text[at];
  const inside = open.at(-1);
  if (state === 'colon') return sign === ':' ? [at + 1, 'value'] : undefined;
  if (state === 'after value' && sign === ',' && inside)
    return [at + 1, inside === '}' ? 'name' : 'value'];
  if (state !== 'value' && state !== 'name' && inside && sign === inside) {
    open.pop();
    return [at + 1, 'after value'];
  }
  return state === 'after value' ? undefined : begin(text, at, state, open);
}

/** Reads a name, a scalar, or the opening sign of a list or mapping. */
function begin(
  text: string,
  at: number,
  state: State,
  open: Closing[],
): [number, State] | undefined {
  const isName = state === 'name' || state === 'first name';
  const end = stringEnd(text, at) ?? (isName ? undefined : matchEnd(scalar, text, at));
  if (end !== undefined) return [end, isName ? 'colon' : 'after value'];
  const sign = text[at];
  if (isName || (sign !== '{' && sign !== '[')) return undefined;
  open.push(sign === '{' ? '}' : ']');
  return [at + 1, sign === '{' ? 'first name' : 'first item'];
}

/** Returns the first position where the text is not JSON; undefined for valid JSON. */
export function findJsonError(text: string): JsonError | undefined {
  const open: Closing[] = [];
  let state: State = 'value';
  let at = matchEnd(space, text, 0) ?? 0;
  while (at < text.length || state !== 'after value' || open.length > 0) {
    const next = step(text, at, state, open);
    if (!next) {
      const closing = open.at(-1);
      const end = closing ? `, or ${closing}` : 'the end of the file';
      return { offset: at, expected: state === 'after value' ? end : expectedIn[state] };
    }
    state = next[1];
    at = matchEnd(space, text, next[0]) ?? next[0];
  }
  return undefined;
}
