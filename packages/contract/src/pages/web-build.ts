// What the build of the web application reports to the server (dist/site.json).

import { z } from 'zod';
import { type Language, languages } from '../paths.ts';

/** One value for each language. */
const inLanguages = <Value extends z.ZodType>(value: Value) =>
  z.object(
    Object.fromEntries(languages.map((one) => [one, value])) as Record<Language, typeof value>,
  );

export const webBuildSchema = z.object({
  /** Content-Security-Policy source expressions of the inline scripts, e.g. `'sha256-…'`. */
  scriptHashes: z.array(z.string()),
  /** The same of inline style sheets. */
  styleHashes: z.array(z.string()),
  /**
   * All pages but the sign-in page: the path below the language, and which users may see it. `anonymous` pages are ways
   * to sign in: the server redirects a signed-in user to the applications.
   */
  screens: z.array(
    z.object({ path: z.string(), access: z.enum(['public', 'anonymous', 'signed-in']) }),
  ),
  /** Names of the translation files. */
  namespaces: z.array(z.string()),
  /**
   * The script of the embeddable button at the address that never changes: its path without a slash, and its SRI hash.
   */
  button: z.object({ file: z.string(), integrity: z.string() }),
  /** The integration manual. */
  manual: inLanguages(z.object({ path: z.string(), kilobytes: z.number() }).optional()),
  /** HTML documents with placeholders for head, body and data, by their kind. */
  documents: z.object({ login: z.string(), public: z.string(), console: z.string() }),
  /** Addresses of the scripts of each page, besides those in its document. */
  scripts: z.record(z.string(), z.array(z.string())),
  /** Addresses of the scripts of the page that follows a sign-in. */
  next: z.array(z.string()),
  /** Addresses of the scripts of each page of the console, besides those in its document. `$` begins any part of a path. */
  consoleRoutes: z.array(z.object({ path: z.string(), scripts: inLanguages(z.array(z.string())) })),
  /** Addresses of the fonts. */
  fonts: inLanguages(z.string()),
});
export type WebBuild = z.infer<typeof webBuildSchema>;
