// Names of which no two are alike. Light on purpose: pages import it.

/** Returns the names; one that occurs several times is numbered: `Chrome (1)`, `Chrome (2)`. */
export function numbered(names: readonly string[]): string[] {
  return names.map((name, index) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return name;
    return `${name} (${names.slice(0, index + 1).filter((one) => one === name).length})`;
  });
}
