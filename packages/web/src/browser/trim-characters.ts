/** Returns the text without the given characters (code points) at both ends. */
export function trimCharacters(text: string, characters: string): string {
  const unwanted = new Set(characters);
  const wanted = (point: string) => !unwanted.has(point);
  const points = [...text];
  return points
    .slice(Math.max(0, points.findIndex(wanted)), points.findLastIndex(wanted) + 1)
    .join('');
}
