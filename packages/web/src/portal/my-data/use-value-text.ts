// Returns the function that formats values of “My data”. The server does not know the time zone of the browser, so
// pages without JavaScript use the one of the university.
import { useLanguage } from '../../i18n/use-language.ts';
import { useWithoutScript } from '../without-script.tsx';
import { profileText } from './profile-value.ts';

export function useValueText(): (value: string) => string {
  const language = useLanguage();
  const timeZone = useWithoutScript() ? 'Europe/Kyiv' : undefined;
  return (value) => profileText(value, language, timeZone);
}
