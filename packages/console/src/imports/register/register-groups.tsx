// Which groups the people of the register get: the same for all, or by what their card or position has.
import { Button } from '@brama/ui/button.tsx';
import { useState } from 'react';
import { wordsOf } from '../../i18n/words.ts';
import { Rule, useAddFocus } from '../mapping/controls.tsx';
import { GroupList, GroupTools } from '../mapping/group-list.tsx';
import { newGroupRow } from '../mapping/mapping-draft.ts';
import { ValueTable } from '../mapping/value-table.tsx';
import {
  factsOf,
  newRegisterGroups,
  type RegisterDraft,
  type RegisterGroupDraft,
} from './register-draft.ts';

type RegisterGroupsProps = {
  draft: RegisterDraft;
  onChange: (draft: RegisterDraft) => void;
  errorOf: (path: string) => string | undefined;
};

/** Returns the title of a rule. */
export function groupRuleText({ by }: Pick<RegisterGroupDraft, 'by'>): string {
  const t = wordsOf('import-files');
  return by === 'all'
    ? t('groups.fixed')
    : t('register.groups-by', { fact: t(`register.facts.${by}`) });
}

export function RegisterGroups({ draft, onChange, errorOf }: RegisterGroupsProps) {
  const { groups, list } = draft;
  const [added, setAdded] = useState<number>();
  const { place, focusAdd } = useAddFocus();
  const set = (next: readonly RegisterGroupDraft[]) => onChange({ ...draft, groups: next });
  const free = (['all', ...factsOf[list]] as const).filter(
    (by) => !groups.some((one) => one.by === by),
  );
  return (
    <div className="flex flex-col gap-4">
      <GroupTools />
      {groups.map((one, index) => (
        <OneRule
          error={errorOf(`groups.${index}`)}
          isNew={added === one.key}
          key={one.key}
          onChange={(next) => set(groups.map((old) => (old.key === one.key ? next : old)))}
          onRemove={() => {
            set(groups.filter(({ key }) => key !== one.key));
            focusAdd();
          }}
          rule={one}
        />
      ))}
      <div className="flex flex-wrap gap-3" ref={place}>
        {free.map((by) => (
          <Button
            key={by}
            look="secondary"
            onClick={() => {
              const one = newRegisterGroups(by);
              setAdded(one.key);
              set([...groups, one]);
            }}
            type="button"
          >
            {groupRuleText({ by })}
          </Button>
        ))}
      </div>
    </div>
  );
}

type OneRuleProps = {
  rule: RegisterGroupDraft;
  error: string | undefined;
  isNew: boolean;
  onChange: (rule: RegisterGroupDraft) => void;
  onRemove: () => void;
};

function OneRule({ rule, error, isNew, onChange, onRemove }: OneRuleProps) {
  const t = wordsOf('import-files');
  const { by, groups, table, otherwise } = rule;
  return (
    <Rule isNew={isNew} onRemove={onRemove} title={groupRuleText(rule)}>
      {by === 'all' ? (
        <GroupList
          addLabel={t('groups.add')}
          error={error}
          groups={groups}
          onChange={(next) => onChange({ ...rule, groups: next })}
        />
      ) : (
        <>
          <p className="text-sm text-text-2">{t('register.values-hint')}</p>
          <ValueTable
            caption={groupRuleText(rule)}
            cell={(row) => (
              <GroupList
                addLabel={t('groups.add-to', { value: row.value })}
                groups={row.groups}
                onChange={(next) =>
                  onChange({
                    ...rule,
                    table: table.map((one) =>
                      one.key === row.key ? { ...one, groups: next } : one,
                    ),
                  })
                }
              />
            )}
            column={by}
            create={newGroupRow}
            error={error}
            loadValues={undefined}
            onChange={(rows) => onChange({ ...rule, table: rows })}
            rows={table}
          />
          <div>
            <p className="mb-2 font-semibold">{t('register.otherwise')}</p>
            <GroupList
              addLabel={t('groups.add-to', { value: t('register.otherwise') })}
              groups={otherwise}
              onChange={(next) => onChange({ ...rule, otherwise: next })}
            />
          </div>
        </>
      )}
    </Rule>
  );
}
