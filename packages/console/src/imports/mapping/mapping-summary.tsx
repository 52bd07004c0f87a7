// A stored mapping in words: each field of a user, and where it comes from.
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { wordsOf } from '../../i18n/words.ts';
import { useGroupTitle } from '../../ui/group-field.tsx';
import { fieldText } from '../import-text.ts';
import {
  type ColumnDraft,
  columnFields,
  draftOf,
  type GroupDraft,
  type MappingDraft,
  type TextDraft,
  textFields,
} from './mapping-draft.ts';

function columnText({ column, isOptional }: ColumnDraft): string | null {
  const t = wordsOf('import-files');
  if (column === '') return null;
  const text = t('shown.column', { column });
  return isOptional ? t('shown.optional', { text }) : text;
}

function ruleText(rule: TextDraft): string | null {
  const t = wordsOf('import-files');
  if (rule.kind === 'none') return null;
  if (rule.kind === 'fixed') return t('shown.fixed', { value: rule.fixed });
  const text = columnText(rule);
  if (text === null || !rule.table) return text;
  return t('shown.table', { text, count: rule.table.length });
}

function nameText({ kind, column, family, given, patronymic }: MappingDraft['name']): string {
  const t = wordsOf('import-files');
  if (kind === 'one') return t('shown.column', { column });
  const columns = [family, given, patronymic].filter((one) => one !== '');
  return t('shown.columns', {
    columns: columns.map((text) => t('shown.quoted', { text })).join(', '),
  });
}

function latinText(latin: MappingDraft['latin']): string | null {
  const t = wordsOf('import-files');
  const text = columnText(latin);
  if (!latin.isDerived) return text;
  return text === null ? t('shown.derived') : t('shown.or-derived', { text });
}

function groupsText(rule: GroupDraft, titleOf: (name: string) => string): string | null {
  const t = wordsOf('import-files');
  if (rule.kind === 'fixed')
    return t('shown.for-all', { groups: rule.groups.map(titleOf).join(', ') });
  const text = columnText(rule);
  if (text === null || !rule.table) return text;
  return t('shown.table', { text, count: rule.table.length });
}

export function MappingSummary({ mapping }: { mapping: Readonly<Record<string, unknown>> }) {
  const t = wordsOf('import-files');
  const titleOf = useGroupTitle();
  const draft = draftOf(mapping);
  const { username } = draft;
  return (
    <DefinitionRows>
      <DefinitionRow name={t('file.sheet')}>{draft.sheet}</DefinitionRow>
      <DefinitionRow name={t('person.external')}>
        {t('shown.column', { column: draft.externalId })}
      </DefinitionRow>
      <DefinitionRow name={t('name.column')}>{nameText(draft.name)}</DefinitionRow>
      <DefinitionRow name={t('name.latin')}>{latinText(draft.latin)}</DefinitionRow>
      <DefinitionRow name={t('sections.username')}>
        {username.kind === 'rule' ? t('shown.rule', { rule: username.rule }) : columnText(username)}
      </DefinitionRow>
      <DefinitionRow name={t('new-users.kind')}>
        {t(`new-users.kinds.${draft.newUsers}`)}
      </DefinitionRow>
      {textFields.map((name) => (
        <DefinitionRow key={name} name={fieldText(name)}>
          {ruleText(draft.texts[name])}
        </DefinitionRow>
      ))}
      {columnFields.map((name) => (
        <DefinitionRow key={name} name={fieldText(name)}>
          {columnText(draft.columns[name])}
        </DefinitionRow>
      ))}
      {draft.groups.map((rule) => (
        <DefinitionRow key={rule.key} name={t('sections.groups')}>
          {groupsText(rule, titleOf)}
        </DefinitionRow>
      ))}
      {draft.data.map(({ key, name, rule }) => (
        <DefinitionRow key={key} name={name}>
          {ruleText(rule)}
        </DefinitionRow>
      ))}
    </DefinitionRows>
  );
}
