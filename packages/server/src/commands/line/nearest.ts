// Finds the word that was probably meant.

/** Returns how many letters are missing, extra or wrong (Levenshtein). */
function distance(one: string, other: string): number {
  let last = [0, ...other].map((_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, otherLetter] of [...other].entries())
      current.push(
        Math.min(
          (last[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          (last[column] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      );
    last = current;
  }
  return last.at(-1) ?? 0;
}

/** Returns the known word that is nearest; undefined if more than half of the letters differ. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, away: distance(word, one) }))
    .filter(({ one, away }) => away * 2 <= Math.max(word.length, one.length))
    .sort((left, right) => left.away - right.away);
  return best?.one;
}
