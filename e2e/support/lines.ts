// Where the lines of a text end, as the browser broke them.

/// <reference lib="dom" />

import type { Locator } from '@playwright/test';

/** Returns the lines in which an element shows its text. */
export function linesOf(locator: Locator): Promise<string[]> {
  return locator.evaluate((element) => {
    const lines: { top: number; text: string }[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (let at = 0; at < (node.nodeValue?.length ?? 0); at++) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top, height } = range.getBoundingClientRect();
        const last = lines.at(-1);
        if (last && Math.abs(last.top - top) < height / 2) last.text += range.toString();
        else lines.push({ top, text: range.toString() });
      }
    return lines.map(({ text }) => text);
  });
}
