// Limits on the size and depth of a manifest.

/** Limits of the YAML parser. A manifest has at most ten levels; nested aliases multiply the memory they need. */
export const limits = { maxDepth: 32, maxAliases: 1000 } as const;

/** JavaScript strings end at about half a gigabyte; a manifest of a million users is smaller. */
export const maxFileBytes = 500 * 1024 * 1024;
