// Returns the label of a field of “My data”: its translation, or the key itself.
import { useTranslation } from 'react-i18next';
import type words from '../../../locales/uk/profile.json';

type KnownField = keyof typeof words.fields;

export function useFieldLabel(): (key: string) => string {
  const { t, i18n } = useTranslation('profile');
  return (key) => {
    if (!i18n.exists(`fields.${key}`, { ns: 'profile' })) return key;
    return t(`fields.${key as KnownField}`);
  };
}
