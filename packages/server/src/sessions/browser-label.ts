// Names the browser and system of a session, so that users recognise their sessions. The header can be forged, so nothing
// depends on it. Other details of the header would identify users and are not stored. Pure.

export type BrowserLabel = { browser: string | null; system: string | null };

export const unknownBrowser: BrowserLabel = { browser: null, system: null };

type Marks = readonly (readonly [mark: RegExp, name: string])[];

/** The first match counts: nearly all browsers also name Chrome or Safari. */
const browsers: Marks = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** The first match counts: phones also name the system theirs is based on. */
const systems: Marks = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Longer than the header of any browser. */
const maxLength = 512;

const firstIn = (marks: Marks, text: string) =>
  marks.find(([mark]) => mark.test(text))?.[1] ?? null;

export function labelOf(userAgent: string | undefined): BrowserLabel {
  const text = (userAgent ?? '').slice(0, maxLength);
  return { browser: firstIn(browsers, text), system: firstIn(systems, text) };
}
