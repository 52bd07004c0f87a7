// How commands print a time.

/** Returns epoch milliseconds as `2026-11-22 09:47 UTC`. */
export function utcTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
