// What a browser says it is, in two words by which its owner knows it again. Whoever wants to lie about it can: nothing is
// decided by it. The rest of what browsers tell would make people traceable, and is not kept. Pure.

export type BrowserLabel = { browser: string | null; system: string | null };

export const unknownBrowser: BrowserLabel = { browser: null, system: null };

type Marks = readonly (readonly [mark: RegExp, name: string])[];

/** The first that fits: nearly all call themselves Chrome or Safari besides. */
const browsers: Marks = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Telephones and tablets name the system they are made of too. */
const systems: Marks = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Longer than any browser says. */
const mostLength = 512;

const firstIn = (marks: Marks, text: string) =>
  marks.find(([mark]) => mark.test(text))?.[1] ?? null;

export function labelOf(userAgent: string | undefined): BrowserLabel {
  const text = (userAgent ?? '').slice(0, mostLength);
  return { browser: firstIn(browsers, text), system: firstIn(systems, text) };
}
