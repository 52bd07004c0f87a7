// The invented users of the benchmark: their names, and the one password they share.

export const password = 'Кіт на даху, 3 години ранку';

/** Name of the user with this number, counted from 0. */
export function usernameOf(number: number): string {
  return `user.${String(number).padStart(6, '0')}`;
}
