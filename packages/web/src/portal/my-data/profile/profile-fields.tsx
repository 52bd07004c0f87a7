// Every field that the university has supplied about the user, in its order.

import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { ForeignText } from '../../../frame/foreign-text.tsx';
import { useTexts, useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/use-user.ts';
import { useValueText } from '../profile-value.ts';
import { CopyValue } from './copy-value.tsx';

/** Returns the label of a field of “My data”: its translation, or the key itself. */
export function useFieldLabel(): (key: string) => string {
  const texts = useTexts();
  return (key) => texts.find(`profile:fields.${key}`) ?? key;
}

export function ProfileFields() {
  const { t } = useTranslation('profile');
  const label = useFieldLabel();
  const fields = Object.entries(useUser().data);
  if (fields.length === 0) return <p>{t('none')}</p>;
  return (
    <DefinitionRows>
      {fields.map(([key, value]) => (
        <DefinitionRow
          action={value ? <CopyValue name={label(key)} value={value} /> : undefined}
          key={key}
          name={<ForeignText>{t('name', { field: label(key) })}</ForeignText>}
        >
          <Value value={value} />
        </DefinitionRow>
      ))}
    </DefinitionRows>
  );
}

function Value({ value }: { value: string | null }) {
  const { t } = useTranslation('profile');
  const text = useValueText();
  if (value) return <ForeignText>{text(value)}</ForeignText>;
  return (
    <>
      <span aria-hidden="true">{t('empty')}</span>
      <span className="sr-only">{t('empty-label')}</span>
    </>
  );
}
