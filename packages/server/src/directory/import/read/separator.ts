// Finds the character that separates the cells of a table. Pure.

const separators = [',', ';', '\t', '|'] as const;

/** The first line by which Excel is given the separator. */
const givenSeparator = /^sep=([,;\t|])\r?$/i;

/** Returns how often a character stands outside quotes. */
function countOutside(line: string, separator: string): number {
  let found = 0;
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) found += 1;
  }
  return found;
}

/** Lines that are compared with the header. */
const comparedLines = 50;

/** Returns the share of lines with as many separators as the first one, their number, and how often a space follows, as in a sentence. */
function fitOf(lines: readonly string[], separator: string) {
  const [inHeader = 0, ...others] = lines.map((line) => countOutside(line, separator));
  const same = others.filter((found) => found === inHeader).length;
  return {
    separator,
    inHeader,
    share: others.length === 0 ? 1 : same / others.length,
    spaced: lines.filter((line) => line.includes(`${separator} `)).length,
  };
}

export type FoundSeparator = { separator: string; isGiven: boolean };

/** Returns the separator of the header with which most lines agree; a comma for a single column. */
export function findSeparator(lines: readonly string[]): FoundSeparator {
  const [, given] = givenSeparator.exec(lines[0] ?? '') ?? [];
  if (given !== undefined) return { separator: given, isGiven: true };
  const filled = lines.filter((line) => line.trim() !== '').slice(0, comparedLines);
  // a title above the header has none
  const header = filled.findIndex((line) => separators.some((one) => line.includes(one)));
  const compared = filled.slice(Math.max(0, header));
  const [best] = separators
    .map((separator) => fitOf(compared, separator))
    .filter(({ inHeader }) => inHeader > 0)
    .sort((a, b) => b.share - a.share || b.inHeader - a.inHeader || a.spaced - b.spaced);
  return { separator: best?.separator ?? ',', isGiven: false };
}
