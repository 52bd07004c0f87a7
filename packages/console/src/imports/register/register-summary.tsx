// What a source takes from the state register, in words.
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { wordsOf } from '../../i18n/words.ts';
import { useGroupTitle } from '../../ui/group-field.tsx';
import { linesOf, type RegisterGroupDraft, registerDraftOf } from './register-draft.ts';
import { groupRuleText } from './register-groups.tsx';

type SummaryProps = { mapping: Readonly<Record<string, unknown>> };

function groupsText({ by, groups, table }: RegisterGroupDraft, titleOf: (name: string) => string) {
  const t = wordsOf('import-files');
  if (by === 'all') return groups.map(titleOf).join(', ');
  return t('register.values', { count: table.length });
}

export function RegisterSummary({ mapping }: SummaryProps) {
  const t = wordsOf('import-files');
  const titleOf = useGroupTitle();
  const draft = registerDraftOf(mapping);
  return (
    <DefinitionRows>
      <DefinitionRow name={t('new.list')}>{t(`new.lists.${draft.list}`)}</DefinitionRow>
      <DefinitionRow name={t('sections.username')}>
        {t('shown.rule', { rule: draft.rule })}
      </DefinitionRow>
      <DefinitionRow name={t('new-users.kind')}>
        {t(`new-users.kinds.${draft.newUsers}`)}
      </DefinitionRow>
      {draft.list === 'students' && draft.statuses.length > 0 ? (
        <DefinitionRow name={t('register.statuses')}>
          <ul className="flex flex-col gap-2">
            {draft.statuses.map(
              ({ key, states, reasons, meaning, beginsWithStatus, endsAsPlanned }) => (
                <li key={key}>
                  <span className="font-medium">{linesOf(states).join(', ')}:</span>{' '}
                  {t(`register.meanings.${meaning}`)}
                  {[
                    beginsWithStatus ? t('register.begins') : [],
                    endsAsPlanned ? t('register.ends') : [],
                  ]
                    .flat()
                    .map((text) => (
                      <span className="block text-sm text-text-2" key={text}>
                        {text}
                      </span>
                    ))}
                  {reasons === '' ? null : (
                    <span className="block text-sm text-text-2">
                      {t('register.with-reasons', { reasons: linesOf(reasons).join(', ') })}
                    </span>
                  )}
                </li>
              ),
            )}
          </ul>
        </DefinitionRow>
      ) : null}
      {draft.groups.map((rule) => (
        <DefinitionRow key={rule.key} name={groupRuleText(rule)}>
          {groupsText(rule, titleOf)}
        </DefinitionRow>
      ))}
      {draft.data.map(({ key, name, fact }) => (
        <DefinitionRow key={key} name={name}>
          {t(`register.facts.${fact}`)}
        </DefinitionRow>
      ))}
    </DefinitionRows>
  );
}
