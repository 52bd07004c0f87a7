// The rules of short codes that users type: what counts, how it is grouped, and when it is sent by itself. Pure.

export type CodeShape = {
  characters: 'digits' | 'letters' | 'letters-and-digits';
  /** How many characters stand together. */
  groups: readonly number[];
  /** What separates the groups. */
  separator: ' ' | '-';
};

const patterns = {
  digits: /^\d*$/,
  letters: /^[a-z]*$/i,
  'letters-and-digits': /^[a-z\d]*$/i,
};
const separators = /[\s\p{Dash_Punctuation}]+/gu;

export function codeLength({ groups }: CodeShape): number {
  return groups.reduce((sum, size) => sum + size, 0);
}

/** Returns the code without spaces and hyphens. Other characters stay: the user must see a wrong one. */
export function cleanCode(text: string): string {
  return text.replace(separators, '');
}

export function isComplete(code: string, shape: CodeShape): boolean {
  return code.length === codeLength(shape) && patterns[shape.characters].test(code);
}

/** Returns the cleaned code in its groups. A group gets its separator when the next one begins. */
export function groupCode(code: string, { groups, separator }: CodeShape): string {
  let rest = code;
  const parts = groups.map((size, index) => {
    const end = index === groups.length - 1 ? rest.length : size;
    const part = rest.slice(0, end);
    rest = rest.slice(end);
    return part;
  });
  return parts.filter(Boolean).join(separator);
}

/** Returns where the caret belongs in a grouped text, so that as many characters of the code stand before it. */
export function caretAfter(grouped: string, characters: number): number {
  let seen = 0;
  for (let index = 0; index < grouped.length; index += 1) {
    if (seen === characters) return index;
    if (cleanCode(grouped[index] ?? '') !== '') seen += 1;
  }
  return grouped.length;
}

/**
 * Returns the function that decides whether a code is sent by itself: each complete code once. `refused` is a code that the server
 * has refused already.
 */
export function createAutoSubmit(shape: CodeShape, refused = ''): (code: string) => boolean {
  const sent = new Set([cleanCode(refused).toLowerCase()]);
  return (code) => {
    const known = code.toLowerCase();
    if (!isComplete(code, shape) || sent.has(known)) return false;
    sent.add(known);
    return true;
  };
}
