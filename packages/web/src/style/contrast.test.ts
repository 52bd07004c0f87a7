// Colour pairs that occur on screen keep the contrast of WCAG 2.2 AA in both themes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrastRatio } from '@brama/contract/style/contrast';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../ui/src/style/tokens.css'), 'utf8');
const colour = '#[0-9a-f]{6}';
const paired = new RegExp(`--([\\w-]+): light-dark\\((${colour}), (${colour})\\);`, 'g');
const single = new RegExp(`--([\\w-]+): (${colour});`, 'g');

const themes = { light: new Map<string, string>(), dark: new Map<string, string>() };
for (const [, name = '', light = '', dark = ''] of css.matchAll(paired)) {
  themes.light.set(name, light);
  themes.dark.set(name, dark);
}
for (const [, name = '', value = ''] of css.matchAll(single)) {
  themes.light.set(name, value);
  themes.dark.set(name, value);
}

function contrast(theme: keyof typeof themes, one: string, other: string): number {
  const [a, b] = [one, other].map((name) => {
    const value = themes[theme].get(name);
    if (!value) throw new Error(`no colour ${name}`);
    return value;
  }) as [string, string];
  return contrastRatio(a, b);
}

const text = [
  ['ink', 'bg'],
  ['ink', 'surface'],
  ['ink', 'sunken'],
  ['ink', 'brand-tint'],
  ['text-2', 'bg'],
  ['text-2', 'surface'],
  ['text-2', 'sunken'],
  ['muted', 'bg'],
  ['muted', 'surface'],
  ['muted', 'sunken'],
  ['brand', 'bg'],
  ['brand', 'surface'],
  ['brand', 'sunken'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-brand', 'brand-active'],
  ['error-ink', 'error-tint'],
  ['success-ink', 'success-tint'],
  ['warning-ink', 'warning-tint'],
  ['warning-ink', 'bg'],
  ['info-ink', 'info-tint'],
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((plate) => ['plate-ink', `plate-${plate}`]),
] as [string, string][];

const shapes = [
  ['line-strong', 'bg'],
  ['line-strong', 'surface'],
  ['error', 'bg'],
  ['error', 'surface'],
  ['ring', 'bg'],
  ['ring', 'surface'],
  ['ring', 'sunken'],
] as [string, string][];

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test.each(text)('text: %s on %s', (one, other) =>
    expect(contrast(theme, one, other)).toBeGreaterThanOrEqual(4.5),
  );
  test.each(shapes)('edge: %s on %s', (one, other) =>
    expect(contrast(theme, one, other)).toBeGreaterThanOrEqual(3),
  );
});
