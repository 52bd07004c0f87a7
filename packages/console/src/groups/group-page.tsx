// One group: its title and policy, and its members with their periods.
import { Button } from '@brama/ui/button.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { admin, changedOf, dataOf, ifMatch } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { AdminProblem } from '../api/problem.ts';
import { isoOfLocal, momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { language } from '../page-data.ts';
import { ActButton } from '../ui/act-button.tsx';
import type { FormValues } from '../ui/fields.tsx';
import { Form, FormError } from '../ui/form.tsx';
import { NotFoundText } from '../ui/not-found-text.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { Tabs } from '../ui/tabs.tsx';
import { useEdited } from '../ui/use-edited.ts';
import { useEditing } from '../ui/use-editing.ts';
import { type ChosenUser, UserField } from '../ui/user-field.tsx';
import { givenGroup, groupFields, groupValues } from './group-fields.ts';
import { type Group, groupQuery } from './queries.ts';
import { RefusedSection } from './refused-section.tsx';

const route = getRouteApi('/groups/$name');

export function GroupPage() {
  const { name } = route.useParams();
  const query = useQuery(groupQuery(name));
  if (query.error instanceof AdminProblem && query.error.status === 404) return <NotFoundText />;
  return (
    <QueryState query={query}>{(group) => <Loaded group={group} key={group.name} />}</QueryState>
  );
}

function Loaded({ group }: { group: Group }) {
  const may = useMay();
  const { application, refusedCursor } = route.useSearch();
  const { name, title } = group;
  return (
    <Page lead={name} title={title?.[language] ?? name}>
      <RecordSection group={group} />
      {may('users.read') ? <MembersSection group={group} /> : null}
      {may('users.read') && may('applications.read') ? (
        <RefusedSection application={application} cursor={refusedCursor} group={name} />
      ) : null}
      {may('groups.write') ? <DeleteSection group={group} /> : null}
    </Page>
  );
}

function RecordSection({ group }: { group: Group }) {
  const t = wordsOf('groups');
  const may = useMay();
  const { isEditing, start, end } = useEditing('record');
  const { title, secondFactor } = group;
  const edit = (
    <Button look="secondary" onClick={start} type="button">
      {t('edit')}
    </Button>
  );
  return (
    <Section
      action={may('groups.write') && !isEditing ? edit : null}
      id="record"
      title={t('record')}
    >
      {isEditing ? (
        <RecordForm group={group} onEnd={end} />
      ) : (
        <DefinitionRows>
          <DefinitionRow name={t('fields.title-uk')}>{title?.uk ?? '—'}</DefinitionRow>
          <DefinitionRow name={t('fields.title-en')}>{title?.en ?? '—'}</DefinitionRow>
          <DefinitionRow name={t('fields.secondFactor')}>
            {t(`fields.policies.${secondFactor ?? 'usual'}`)}
          </DefinitionRow>
        </DefinitionRows>
      )}
    </Section>
  );
}

function RecordForm({ group, onEnd }: { group: Group; onEnd: () => void }) {
  const t = wordsOf('groups');
  const queries = useQueryClient();
  const { name } = group;
  const { edited, readAgain } = useEdited(group, () =>
    queries.fetchQuery({ ...groupQuery(name), staleTime: 0 }),
  );
  const save = async (values: FormValues) => {
    await changedOf(
      admin.PATCH('/api/admin/groups/{name}', {
        params: { path: { name }, header: ifMatch(edited.version) },
        body: givenGroup(values),
      }),
    );
    await queries.invalidateQueries({ queryKey: ['groups'] });
  };
  return (
    <Form
      done={t('saved')}
      fields={groupFields()}
      id={`group-${name}`}
      initial={groupValues(edited)}
      onCancel={onEnd}
      onDone={onEnd}
      reload={async () => groupValues(await readAgain())}
      save={save}
      submitLabel={t('save')}
    />
  );
}

const periods = ['now', 'coming', 'past', 'all'] as const;
const whenText = (at: string | null) => (at ? momentText(at) : '—');

function MembersSection({ group: { name } }: { group: Group }) {
  const t = wordsOf('groups');
  const may = useMay();
  const { cursor, period = 'now' } = route.useSearch();
  const [isAdding, setAdding] = useState(false);
  const query = useQuery({
    queryKey: ['groups', name, 'members', period, cursor],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/groups/{name}/members', {
          params: { path: { name }, query: { period, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const path = `/groups/${encodeURIComponent(name)}`;
  const add = (
    <Button look="secondary" onClick={() => setAdding(true)} type="button">
      {t('members.add')}
    </Button>
  );
  return (
    <Section
      action={may('users.write') && !isAdding ? add : null}
      id="members"
      title={t('members.title')}
    >
      {isAdding ? <NewMember name={name} onEnd={() => setAdding(false)} /> : null}
      <Tabs
        current={period}
        label={t('members.periods')}
        tabs={periods.map((id) => ({
          id,
          href: hrefOf(path, id === 'now' ? {} : { period: id }),
          label: t(`members.${id}`),
        }))}
      />
      <QueryState query={query}>
        {({ items, next }) => (
          <>
            <Table
              caption={t('members.title')}
              columns={[
                {
                  id: 'name',
                  name: t('members.name'),
                  cell: ({ id, fullName }) => (
                    <a className={textLink} href={hrefOf(`/users/${id}`)}>
                      {fullName}
                    </a>
                  ),
                },
                {
                  id: 'username',
                  name: t('members.username'),
                  cell: ({ username }) => username,
                },
                { id: 'from', name: t('members.from'), cell: (one) => whenText(one.validFrom) },
                { id: 'until', name: t('members.until'), cell: (one) => whenText(one.validUntil) },
              ]}
              empty={<p className="text-text-2">{t('members.none')}</p>}
              idOf={({ id }) => id}
              nameOf={({ fullName }) => fullName}
              rows={items}
            />
            <Pager
              cursor={cursor}
              hrefOf={(page) => hrefOf(path, { period, cursor: page })}
              next={next}
            />
          </>
        )}
      </QueryState>
    </Section>
  );
}

function NewMember({ name, onEnd }: { name: string; onEnd: () => void }) {
  const t = wordsOf('groups');
  const queries = useQueryClient();
  const [user, setUser] = useState<ChosenUser>();
  const [isMissing, setMissing] = useState(false);
  const save = async ({ validFrom = '', validUntil = '' }: FormValues) => {
    setMissing(!user);
    if (!user) throw new FormError({});
    await dataOf(
      admin.PUT('/api/admin/users/{id}/memberships/{group}', {
        params: { path: { id: user.id, group: name } },
        body: {
          validFrom: isoOfLocal(validFrom) ?? null,
          validUntil: isoOfLocal(validUntil) ?? null,
        },
      }),
    );
    await Promise.all(
      ['groups', 'users'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    );
  };
  return (
    <div className="mb-4 max-w-dialog">
      <div className="mb-5">
        <UserField
          error={isMissing && !user ? t('members.missing') : undefined}
          label={t('members.user')}
          onChange={setUser}
          value={user}
        />
      </div>
      <Form
        done={t('members.added')}
        fields={[
          { name: 'validFrom', label: t('members.from'), kind: 'date-time' },
          { name: 'validUntil', label: t('members.until'), kind: 'date-time' },
        ]}
        id={`new-member-${name}`}
        initial={{}}
        onCancel={onEnd}
        onDone={onEnd}
        save={save}
        submitLabel={t('members.add')}
      />
    </div>
  );
}

function DeleteSection({ group: { name, version } }: { group: Group }) {
  const t = wordsOf('groups');
  return (
    <Section id="delete" lead={t('delete.about')} title={t('delete.title')}>
      <ActButton
        act={() =>
          dataOf(
            admin.DELETE('/api/admin/groups/{name}', {
              params: { path: { name }, header: ifMatch(version) },
            }),
          )
        }
        changes={[['groups', 'list']]}
        confirm={{ title: t('delete.question', { name }), text: t('delete.about') }}
        done={t('delete.done')}
        onDone={() => goTo(hrefOf('/groups'))}
      >
        {t('delete.title')}
      </ActButton>
    </Section>
  );
}
