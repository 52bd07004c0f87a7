// The groups of a user, with their periods.
import { Button } from '@brama/ui/button.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { useMay, useMayChangeGroup } from '../api/me.ts';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { ActButton } from '../ui/act-button.tsx';
import type { FormField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { useGroupTitle } from '../ui/group-field.tsx';
import { Section } from '../ui/page.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { useSectionFocus } from '../ui/use-editing.ts';
import { useMayDo } from './acts.ts';
import { ownedText, ownerOfGroup } from './owned.ts';
import { type User, userKey } from './queries.ts';
import { givenPeriod, periodFields, periodValues } from './user-fields.ts';

type Membership = User['memberships'][number];

const now = () => Date.now();

function stateOf({ active, validFrom }: Membership) {
  const t = wordsOf('users');
  if (active) return <StatusChip kind="on">{t('groups.now')}</StatusChip>;
  const isComing = validFrom !== null && Date.parse(validFrom) > now();
  return <StatusChip kind="note">{t(isComing ? 'groups.coming' : 'groups.past')}</StatusChip>;
}

const whenText = (at: string | null) => (at ? momentText(at) : '—');

export function GroupsSection({ user }: { user: User }) {
  const t = wordsOf('users');
  const may = useMay();
  const mayDo = useMayDo();
  const titleOf = useGroupTitle();
  /** The group whose period is edited; empty for a new membership. */
  const [edited, setEdited] = useState<string>();
  useSectionFocus('groups', edited !== undefined);
  const membership = user.memberships.find(({ group }) => group === edited);
  const isAllowed = mayDo('change');
  const add = (
    <Button look="secondary" onClick={() => setEdited('')} type="button">
      {t('groups.add')}
    </Button>
  );
  return (
    <Section
      action={isAllowed && edited === undefined ? add : null}
      id="groups"
      title={t('groups.title')}
    >
      {edited === undefined ? null : (
        <div className="mb-4">
          <MembershipForm membership={membership} onEnd={() => setEdited(undefined)} user={user} />
        </div>
      )}
      <Table
        caption={t('groups.title')}
        columns={[
          {
            id: 'group',
            name: t('groups.group'),
            cell: ({ group }) =>
              may('groups.read') ? (
                <a className={textLink} href={hrefOf(`/groups/${encodeURIComponent(group)}`)}>
                  {titleOf(group)}
                </a>
              ) : (
                titleOf(group)
              ),
          },
          { id: 'from', name: t('groups.from'), cell: ({ validFrom }) => whenText(validFrom) },
          { id: 'until', name: t('groups.until'), cell: ({ validUntil }) => whenText(validUntil) },
          { id: 'state', name: t('groups.state'), cell: stateOf },
          ...(isAllowed
            ? [
                {
                  id: 'acts',
                  name: t('groups.acts'),
                  hasActs: true,
                  cell: (one: Membership) => (
                    <MembershipActs
                      membership={one}
                      onEdit={() => setEdited(one.group)}
                      user={user}
                    />
                  ),
                },
              ]
            : []),
        ]}
        empty={<p className="text-text-2">{t('groups.none')}</p>}
        idOf={({ group }) => group}
        nameOf={({ group }) => titleOf(group)}
        rows={user.memberships}
      />
    </Section>
  );
}

type MembershipActsProps = { user: User; membership: Membership; onEdit: () => void };

function MembershipActs({ user, membership: { group }, onEdit }: MembershipActsProps) {
  const t = wordsOf('users');
  const mayChange = useMayChangeGroup();
  const source = ownerOfGroup(user, group);
  if (source !== undefined) return <span className="text-text-2">{ownedText(source)}</span>;
  if (!mayChange(group)) return <span className="text-text-2">{t('groups.not-yours')}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        aria-label={t('groups.edit', { group })}
        look="secondary"
        onClick={onEdit}
        type="button"
      >
        {t('groups.edit-short')}
      </Button>
      <ActButton
        act={() =>
          dataOf(
            admin.DELETE('/api/admin/users/{id}/memberships/{group}', {
              params: { path: { id: user.id, group } },
            }),
          )
        }
        changes={[['users']]}
        confirm={{
          title: t('groups.remove-question', { name: user.fullName, group }),
          text: t('groups.remove-text'),
        }}
        done={t('groups.removed')}
      >
        {t('groups.remove')}
      </ActButton>
    </div>
  );
}

/** The groups to choose from. Very many are typed by name. */
const mostChoices = 200;

type MembershipFormProps = { user: User; membership: Membership | undefined; onEnd: () => void };

function useGroupField(membership: Membership | undefined): FormField {
  const t = wordsOf('users');
  const may = useMay();
  const mayChange = useMayChangeGroup();
  const { data } = useQuery({
    queryKey: ['groups', 'choices'],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/groups', { params: { query: { limit: mostChoices } }, signal })),
    enabled: membership === undefined && may('groups.read'),
  });
  const field = { name: 'group', label: t('groups.group'), required: true } as const;
  if (membership) return { ...field, fixedReason: t('groups.fixed') };
  if (!data || data.next !== null) return { ...field, hint: t('groups.by-name') };
  const options = data.items
    .filter(({ name }) => mayChange(name))
    .map(({ name, title }) => ({
      value: name,
      label: title?.[language] ? `${title[language]} (${name})` : name,
    }));
  return {
    ...field,
    kind: 'choice',
    options: [{ value: '', label: t('groups.choose') }, ...options],
  };
}

function MembershipForm({ user, membership, onEnd }: MembershipFormProps) {
  const t = wordsOf('users');
  const queries = useQueryClient();
  const save = async (values: Readonly<Record<string, string>>) => {
    const group = values['group'] ?? '';
    await dataOf(
      admin.PUT('/api/admin/users/{id}/memberships/{group}', {
        params: { path: { id: user.id, group } },
        body: givenPeriod(values),
      }),
    );
    await queries.invalidateQueries({ queryKey: userKey(user.id) });
  };
  const group = useGroupField(membership);
  return (
    <Form
      done={t('groups.saved')}
      fields={[group, ...periodFields()]}
      id={`membership-${user.id}-${membership?.group ?? ''}`}
      initial={{
        group: membership?.group ?? '',
        ...(membership ? periodValues(membership) : { validFrom: '', validUntil: '' }),
      }}
      onCancel={onEnd}
      onDone={onEnd}
      save={save}
      submitLabel={t('groups.save')}
    />
  );
}
