// User codes of devices (RFC 8628 §6.1): eight letters that are hard to confuse. Pure.

const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

/** Cyrillic letters with the shape of Latin ones: the user has typed with the other keyboard layout. */
const lookalikes: Record<string, string> = {
  В: 'B',
  С: 'C',
  Н: 'H',
  К: 'K',
  М: 'M',
  Р: 'P',
  Т: 'T',
  Х: 'X',
};

/** Returns a typed code in its stored form; undefined if it cannot be a code. */
export function readUserCode(typed: string): string | undefined {
  const code = typed
    .slice(0, 64)
    .toUpperCase()
    .replaceAll(/[\s\p{P}]/gu, '')
    .replaceAll(/[ВСНКМРТХ]/g, (letter) => lookalikes[letter] ?? letter);
  const isValid = code.length === length && [...code].every((letter) => letters.includes(letter));
  return isValid ? code : undefined;
}

export function shownUserCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}
