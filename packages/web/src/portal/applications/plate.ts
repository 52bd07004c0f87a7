// Chooses the colour of an application. The same id always gets the same colour. Pure.
export function plateOf(id: string, count: number): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % count;
}
