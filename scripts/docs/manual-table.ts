// Replaces a generated table of a page in docs/. Comments mark its place.

/** Returns the manual with the table of this name replaced. @throws an Error if the marks of the table are missing. */
export function withTable(manual: string, name: string, lines: readonly string[]): string {
  const first = `<!-- ${name}: written by \`npm run docs\` -->`;
  const [start, end] = [manual.indexOf(first), manual.indexOf(`<!-- /${name} -->`)];
  if (start < 0 || end < start) throw new Error(`the page has lost the marks of ${name}`);
  return `${manual.slice(0, start)}${first}\n${lines.join('\n')}\n${manual.slice(end)}`;
}
