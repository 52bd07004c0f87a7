// Roles of administration. A role belongs to a user; a user may have several.

/** From the highest to the lowest. */
export const roles = ['administrator', 'operator', 'application-owner', 'auditor'] as const;
export type Role = (typeof roles)[number];

export const isRole = (text: string): text is Role => roles.some((role) => role === text);
