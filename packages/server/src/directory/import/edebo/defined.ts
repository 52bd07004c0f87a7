// Makes objects without the fields that are undefined.

/** Removes absent fields, so that “absent” has one form. */
export function defined<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as T;
}
