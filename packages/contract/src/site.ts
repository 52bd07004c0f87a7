// What the build of the web application tells the server about itself (dist/site.json).

import { z } from 'zod';

export const siteSchema = z.object({
  /** Content-Security-Policy source expressions of the inline scripts, e.g. `'sha256-…'`. */
  scriptHashes: z.array(z.string()),
  /** Pages of the full application: path below the language segment and who may see it. */
  screens: z.array(z.object({ path: z.string(), access: z.enum(['public', 'signed-in']) })),
  /** Names of the translation files. */
  namespaces: z.array(z.string()),
});
export type Site = z.infer<typeof siteSchema>;
