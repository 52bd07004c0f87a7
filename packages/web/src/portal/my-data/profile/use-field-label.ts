// Returns the label of a field of “My data”: its translation, or the key itself.
import { useTexts } from '../../../i18n/use-translation.ts';

export function useFieldLabel(): (key: string) => string {
  const texts = useTexts();
  return (key) => texts.find(`profile:fields.${key}`) ?? key;
}
