// Which of the colours an application gets: always the same one for the same id. Pure.
export function plateOf(id: string, count: number): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % count;
}
