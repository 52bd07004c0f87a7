// How large and how deep a manifest may be. Pure values.

/** For the YAML parser. Ten levels are more than any manifest has; aliases can be multiplied into a bomb. */
export const limits = { maxDepth: 32, maxAliases: 1000 } as const;

/** A text beyond half a gigabyte is more than JavaScript can hold; a million users need less. */
export const maxFileBytes = 500 * 1024 * 1024;
