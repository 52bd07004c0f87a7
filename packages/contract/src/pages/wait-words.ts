// Describes a wait in words, the same with and without JavaScript.
import type { Language } from '../paths.ts';

/** Waits below a minute are rounded to this step, because words that change each second are unreadable. */
const stepSeconds = 15;

/** Rounded up: «15 секунд», «3 хвилини», “1 minute”. In the nominative case. */
export function waitWords(seconds: number, language: Language): string {
  const steps = Math.max(1, Math.ceil(seconds / stepSeconds)) * stepSeconds;
  const [unit, count] =
    steps < 60 ? (['second', steps] as const) : (['minute', Math.ceil(seconds / 60)] as const);
  return unitWords(count, unit, language);
}

/** Rounded down, because a session must not end before it says: «40 секунд», «10 хвилин». */
export function idleWords(seconds: number, language: Language): string {
  return seconds < 60
    ? unitWords(seconds, 'second', language)
    : unitWords(Math.floor(seconds / 60), 'minute', language);
}

function unitWords(count: number, unit: 'second' | 'minute', language: Language): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
}
