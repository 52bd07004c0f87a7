// Makes equal names in a list different. Imports nothing, because pages must stay small.

/** Returns the names; one that occurs several times is numbered: `Chrome (1)`, `Chrome (2)`. */
export function numbered(names: readonly string[]): string[] {
  return names.map((name, index) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return name;
    return `${name} (${names.slice(0, index + 1).filter((one) => one === name).length})`;
  });
}
