// Detects a password typed in the Ukrainian keyboard layout by mistake. Only for a hint, because a password may contain
// any script.
export function looksLikeWrongLayout(password: string): boolean {
  return /\p{Script=Cyrillic}/u.test(password);
}
