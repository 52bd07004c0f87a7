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
   * Pages beside the sign-in page: path below the language segment and who may see it. `anonymous` is a way
   * to sign in: a signed-in user goes on to the applications.
   */
  screens: z.array(
    z.object({ path: z.string(), access: z.enum(['public', 'anonymous', 'signed-in']) }),
  ),
  /** Names of the translation files. */
  namespaces: z.array(z.string()),
  /** The script of the embeddable button under the name that never changes: path without a slash, and its SRI. */
  button: z.object({ file: z.string(), integrity: z.string() }),
  /** The integration manual. */
  manual: inLanguages(z.object({ path: z.string(), kilobytes: z.number() }).optional()),
  /** HTML documents with places for head, body and data, by their kind. */
  documents: z.object({ login: z.string(), public: z.string(), app: z.string() }),
  /** Addresses of the scripts of each page beside those its document names. */
  scripts: z.record(z.string(), z.array(z.string())),
  /** Addresses of the files of the page that follows a sign-in. */
  next: z.array(z.string()),
  /** Addresses of the fonts. */
  fonts: inLanguages(z.string()),
});
export type WebBuild = z.infer<typeof webBuildSchema>;
