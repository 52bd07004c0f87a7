// How long somebody has to wait, in words, for a person to read: the same with and without JavaScript.
import type { Language } from '../paths.ts';

/** Less than a minute is told in steps of so many seconds: words that change each second are read by nobody. */
const stepSeconds = 15;

/** Rounded up: «15 секунд», «3 хвилини», “1 minute”. In the nominative case. */
export function waitWords(seconds: number, language: Language): string {
  const steps = Math.max(1, Math.ceil(seconds / stepSeconds)) * stepSeconds;
  const [unit, count] =
    steps < 60 ? (['second', steps] as const) : (['minute', Math.ceil(seconds / 60)] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
}
