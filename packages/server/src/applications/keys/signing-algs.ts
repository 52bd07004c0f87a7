// The algorithms of our signatures. There is a key for each.

/** The default algorithm of ID tokens. */
export const defaultAlg = 'ES256';
export const signingAlgs = ['ES256', 'RS256', 'EdDSA'] as const;
export type SigningAlg = (typeof signingAlgs)[number];
