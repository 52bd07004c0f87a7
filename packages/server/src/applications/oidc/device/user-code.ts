// What a person types from a device (RFC 8628 §6.1): eight letters that are hard to mistake, however they were
// typed. Pure.

const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

/** Cyrillic letters that look like ours: somebody has typed with the other keyboard. */
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

/** The code as it is kept; nothing where it cannot be one. */
export function readUserCode(typed: string): string | undefined {
  const code = typed
    .slice(0, 64)
    .toUpperCase()
    .replaceAll(/[\s\p{P}]/gu, '')
    .replaceAll(/[ВСНКМРТХ]/g, (letter) => lookalikes[letter] ?? letter);
  const isOne = code.length === length && [...code].every((letter) => letters.includes(letter));
  return isOne ? code : undefined;
}

/** As the device shows it. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}
