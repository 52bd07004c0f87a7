// Notices a password typed in the Ukrainian keyboard layout by mistake. A hint, never an error: a
// password may be in any script.
export function looksLikeWrongLayout(password: string): boolean {
  return /\p{Script=Cyrillic}/u.test(password);
}
