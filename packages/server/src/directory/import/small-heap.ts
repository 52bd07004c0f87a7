// Keeps the memory of a process small while it imports.

import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by a quarter of what is alive before the next full collection. By default V8 lets it grow up to four times, and an import
 * leaves garbage all the time. Stays set after the import, because a collection of the small heap of a server takes little time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=25');
}
