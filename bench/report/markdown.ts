// Formats Markdown tables and their figures.

import { median } from '../figures.ts';

export function markdownTable(titles: readonly string[], lines: readonly string[][]): string {
  return [titles, titles.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Returns the median with the range, or a dash for no values. */
export function spreadOf(values: readonly number[], digits: number): string {
  if (values.length === 0) return '–';
  const [from, to] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${from.toFixed(digits)}–${to.toFixed(digits)})`;
}
