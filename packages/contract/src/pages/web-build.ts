// What the build of the web application tells the server about itself (dist/site.json).

import { z } from 'zod';

export const siteSchema = z.object({
  /** Content-Security-Policy source expressions of the inline scripts, e.g. `'sha256-…'`. */
  scriptHashes: z.array(z.string()),
  /** The same of inline style sheets. */
  styleHashes: z.array(z.string()),
  /**
   * Pages beside the sign-in page: path below the language segment and who may see it. `anonymous` is a way
   * to sign in: whoever is signed in goes on to the applications.
   */
  screens: z.array(
    z.object({ path: z.string(), access: z.enum(['public', 'anonymous', 'signed-in']) }),
  ),
  /** Names of the translation files. */
  namespaces: z.array(z.string()),
  /** The script of the embeddable button under the name that never changes: path without a slash, and its SRI. */
  button: z.object({ file: z.string(), integrity: z.string() }),
});
export type Site = z.infer<typeof siteSchema>;
